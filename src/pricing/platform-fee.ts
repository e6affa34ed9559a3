import { divideRoundingHalfUp, minorOf } from '../money.ts';

export type Plan = 'free' | 'starter' | 'pro' | 'enterprise';

const FEE_BASIS_POINTS = 1_000n;
const ENTERPRISE_BASIS_POINTS = 500n;
const ENTERPRISE_LARGE_BASIS_POINTS = 330n;
/** Currency units of a calendar month (UTC) above which an enterprise operator pays less. */
const LARGE_MONTHLY_GROSS = 50_000;

/**
 * The platform's share of a stay, in minor units, rounded half up: 10 %; Enterprise 5 %, and 3.3 %
 * once `monthGrossMinor` (captured before this stay, same currency) is above 50 000.
 */
export function platformFeeMinor(stay: {
  subtotalMinor: number;
  currency: string;
  plan: Plan;
  monthGrossMinor: bigint;
}): number {
  let basisPoints = FEE_BASIS_POINTS;
  if (stay.plan === 'enterprise') {
    const isLarge = stay.monthGrossMinor > minorOf(LARGE_MONTHLY_GROSS, stay.currency);
    basisPoints = isLarge ? ENTERPRISE_LARGE_BASIS_POINTS : ENTERPRISE_BASIS_POINTS;
  }
  return divideRoundingHalfUp(BigInt(stay.subtotalMinor) * basisPoints, 10_000n);
}
