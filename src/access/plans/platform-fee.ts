import { minorOf, shareOf } from '../../kit/money.ts';

export type Plan = 'free' | 'starter' | 'pro' | 'enterprise';

/** What the platform takes of a stay, once the month's gross is above a figure. */
export type FeeTier = Readonly<{
  /** Units of the stay's currency, captured in its calendar month (UTC) before it. */
  aboveUnits: number;
  /** Hundredths of a percent. */
  basisPoints: number;
}>;

/** The whole, in hundredths of a percent. */
const BASIS_POINTS_IN_ALL = 10_000;

/** The first holds from the first stay of a month on, the others once they are reached. */
type FeeTiers = readonly [FeeTier, ...FeeTier[]];

const USUAL_TIERS: FeeTiers = [{ aboveUnits: 0, basisPoints: 1_000 }];

export const FEE_TIERS: Readonly<Record<Plan, FeeTiers>> = {
  free: USUAL_TIERS,
  starter: USUAL_TIERS,
  pro: USUAL_TIERS,
  enterprise: [
    { aboveUnits: 0, basisPoints: 500 },
    { aboveUnits: 50_000, basisPoints: 330 },
  ],
};

/** `monthGrossMinor`: captured before the stay in its month and currency, in minor units. */
type BeforeStay = { plan: Plan; currency: string; monthGrossMinor: bigint };

/** The platform's share of the next stay, in hundredths of a percent. */
export function feeBasisPoints({ plan, currency, monthGrossMinor }: BeforeStay): number {
  const [first, ...later] = FEE_TIERS[plan];
  const isReached = ({ aboveUnits }: FeeTier) => monthGrossMinor > minorOf(aboveUnits, currency);
  return (later.findLast(isReached) ?? first).basisPoints;
}

/** What the platform takes of a stay, in minor units, and by which share it was computed. */
export type PlatformFee = { platformFeeMinor: number; feeBasisPoints: number };

/** The platform's share of a stay, rounded half up. */
export function platformFeeOf(stay: BeforeStay & { subtotalMinor: number }): PlatformFee {
  const basisPoints = feeBasisPoints(stay);
  return {
    platformFeeMinor: shareOfFee(stay.subtotalMinor, basisPoints),
    feeBasisPoints: basisPoints,
  };
}

/** The fee of an amount in minor units, rounded half up. */
export function shareOfFee(amountMinor: number, basisPoints: number): number {
  return shareOf(amountMinor, basisPoints, BASIS_POINTS_IN_ALL);
}

/** 330 hundredths of a percent -> 3.3. */
export function toPercent(basisPoints: number): number {
  return basisPoints / 100;
}
