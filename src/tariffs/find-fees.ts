import { FEE_TIERS, feeBasisPoints, type Plan, toPercent } from '../access/plans/platform-fee.ts';
import { fromMinor } from '../kit/money.ts';
import { type Querier, readClock } from '../stores/postgres.ts';
import { sumMonthGross } from './month-gross.ts';

/** The platform's fees as an operator sees them; amounts in units of their currency. */
export type Fees = {
  /** The present calendar month (UTC), such as `2026-11`. */
  month: string;
  /** The last tier whose `above` is exceeded by the month's gross in a stay's currency applies. */
  tiers: { above: number; percent: number }[];
  /** What was captured in this month, and the fee of the next stay; null: not to be told. */
  gross: { currency: string; amount: number; percent_now: number }[] | null;
};

/** `isGrossTold`: whether who asks may know what the operator sells. */
export async function findFees(
  db: Querier,
  operator: { operatorId: string; livemode: boolean; plan: Plan },
  { isGrossShown }: { isGrossShown: boolean },
): Promise<Fees> {
  const { plan } = operator;
  const at = await readClock(db);
  const gross = isGrossShown ? await sumMonthGross(db, operator, { at, currency: null }) : null;
  return {
    month: at.toISOString().slice(0, 'yyyy-mm'.length),
    tiers: FEE_TIERS[plan].map(({ aboveUnits, basisPoints }) => ({
      above: aboveUnits,
      percent: toPercent(basisPoints),
    })),
    gross:
      gross &&
      [...gross].map(([currency, monthGrossMinor]) => ({
        currency,
        amount: fromMinor(monthGrossMinor, currency),
        percent_now: toPercent(feeBasisPoints({ plan, currency, monthGrossMinor })),
      })),
  };
}
