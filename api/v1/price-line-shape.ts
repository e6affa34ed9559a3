import { type Static, Type } from 'typebox';
import { fromMinor } from '../../src/kit/money.ts';
import { nullable } from '../../src/kit/web/document/field-types.ts';
import { named } from '../../src/kit/web/document/named.ts';
import { describeRules } from '../../src/tariffs/apply-rules.ts';
import type { OfferedRate } from '../../src/tariffs/offer-rate.ts';
import { type PlainRate, plainRateOf } from '../../src/tariffs/plain-rate.ts';
import { type PriceLine, stayMinutes } from '../../src/tariffs/price/price-stay.ts';
import { MAXIMUM_PERIODS, type Tariff } from '../../src/tariffs/tariff.ts';
import { describeLine } from '../../src/tariffs/words/describe-line.ts';
import { Amount, Instant } from '../fields/field-types.ts';

export const PriceLineSchema = named('PriceLine', {
  description: Type.String(),
  part: Type.Optional(
    Type.String({ description: 'Of a tariff of several parts; missing for minutes of none' }),
  ),
  from: Instant,
  to: Instant,
  minutes: Type.Integer({ description: 'Started minutes from `from` to `to`, at least 1' }),
  billing_step_minutes: Type.Integer({
    minimum: 1,
    description: 'It is billed by started steps of so many minutes',
  }),
  billed_minutes: Type.Integer({
    description: 'minutes, rounded up to whole billing steps; 0 where they are free or not sold',
  }),
  quantity: Type.Number({
    minimum: 0,
    description:
      'Units that are paid, billed_minutes / unit_minutes; of a flat price 1, or 0 where an ' +
      'earlier line paid it',
  }),
  unit_minutes: nullable(
    Type.Integer({ minimum: 1, description: 'What unit_price is for; null: a flat price' }),
  ),
  unit_price: Amount,
  capped_by: Type.Optional(
    named(
      'PriceCap',
      {
        per: Type.Enum(['part', ...MAXIMUM_PERIODS], {
          description: 'What it is the most of; 24h, week and month count from the beginning',
        }),
        amount: Amount,
      },
      { description: 'The maximum that cut the amount to what earlier lines leave of it' },
    ),
  ),
  rate: Amount,
  rate_unit: Type.Enum(['hour', 'day', 'stay'], {
    description:
      'What rate is for: hour; day: each started rolling 24 hours; stay: all of the line, where ' +
      'the tariff says more than one price, or of an imported stay, priced elsewhere',
  }),
  max_daily_rate: nullable(
    Type.Number({ minimum: 0, description: 'The most that a space costs on this line' }),
  ),
  spaces: Type.Integer({ minimum: 1 }),
  amount: Amount,
});

/** The price line of an imported stay, which was not priced by a rate of ours. */
export function importedLine(
  amountMinor: number,
  stay: { startedAt: Date; endedAt: Date; currency: string },
): Static<typeof PriceLineSchema> {
  const amount = fromMinor(amountMinor, stay.currency);
  const minutes = stayMinutes(stay.startedAt, stay.endedAt);
  return {
    description: 'as imported',
    from: stay.startedAt.toISOString(),
    to: stay.endedAt.toISOString(),
    minutes,
    quantity: 1,
    unit_minutes: null,
    unit_price: amount,
    billing_step_minutes: 1,
    billed_minutes: minutes,
    rate: amount,
    rate_unit: 'stay',
    max_daily_rate: null,
    spaces: 1,
    amount,
  };
}

type Units = (minor: number) => number;

/** Lines as they are shown; `spaces` vehicles each pay the same. */
export function presentLines(
  lines: readonly PriceLine[],
  { rules, tariff }: OfferedRate,
  spaces: number,
  units: Units,
): Static<typeof PriceLineSchema>[] {
  const shared = { rules: describeRules(rules), plain: plainRateOf(tariff), tariff, spaces, units };
  return lines.map((line) => presentLine(line, shared));
}

/** What all lines of a price have in common. */
type Shared = {
  rules: string;
  plain: PlainRate | undefined;
  tariff: Tariff;
  spaces: number;
  units: Units;
};

function presentLine(line: PriceLine, shared: Shared): Static<typeof PriceLineSchema> {
  const { rules, tariff, spaces, units } = shared;
  const description = describeLine(line, tariff);
  const { cappedBy } = line;
  return {
    description: rules === '' ? description : `${description}: ${rules}`,
    ...(line.part !== null && tariff.parts.length > 1 && { part: line.part }),
    from: line.from.toISOString(),
    to: line.to.toISOString(),
    minutes: line.minutes,
    quantity: line.quantity,
    unit_minutes: line.unitMinutes,
    unit_price: units(line.unitPriceMinor),
    ...(cappedBy && { capped_by: { per: cappedBy.per, amount: units(cappedBy.amountMinor) } }),
    billing_step_minutes: line.billingStepMinutes ?? 1,
    billed_minutes: line.billedMinutes,
    ...rateOf(line, shared),
    spaces,
    amount: units(line.amountMinor),
  };
}

/** A plain rate as it is posted; another tariff has more prices than one. */
function rateOf(
  line: PriceLine,
  { plain, spaces, units }: Shared,
): Pick<Static<typeof PriceLineSchema>, 'rate' | 'rate_unit' | 'max_daily_rate'> {
  if (plain === undefined)
    return { rate: units(line.amountMinor / spaces), rate_unit: 'stay', max_daily_rate: null };
  const { rateMinor, rateUnit, maxDailyMinor } = plain;
  return {
    rate: units(rateMinor),
    rate_unit: rateUnit,
    max_daily_rate: maxDailyMinor === null ? null : units(maxDailyMinor),
  };
}
