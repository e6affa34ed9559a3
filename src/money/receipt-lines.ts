import { shareOfFee, toPercent } from '../access/plans/platform-fee.ts';
import { shareOf } from '../kit/money.ts';
import type { Refund } from './refunds/refund.ts';

/** Who gets what of a stay, in minor units. */
export type ReceiptLine = {
  kind: 'stay' | 'shortfall' | 'platform_fee' | 'refund' | 'platform_fee_reversed';
  /** Of a refund, and of the part of the fee that went back with it. */
  refundId: string | null;
  /** Less than 0 where it is taken from the operator of the lot. */
  amountMinor: number;
  /**
   * The amount is this share of `ofMinor`, rounded half up, less `beforeMinor`; null: it is not a
   * share, or it is not known of what.
   */
  share: { ofMinor: number; part: number; whole: number; beforeMinor: number } | null;
};

/** A stay that is over, and paid in this service unless it was imported. */
type PaidStay = {
  source: string;
  subtotalMinor: number;
  shortfallMinor: number;
  platformFeeMinor: number | null;
  feeBasisPoints: number | null;
};

/**
 * The stay and its refunds, which add up to what was paid, each with the part that the platform has
 * of it: all together are the operator's. `refunds`: those that did not fail, oldest first.
 */
export function receiptLines(stay: PaidStay, refunds: readonly Refund[]): ReceiptLine[] {
  const { subtotalMinor, shortfallMinor, platformFeeMinor: feeMinor } = stay;
  const capturedMinor = subtotalMinor - shortfallMinor;
  const lines: ReceiptLine[] = [lineOf('stay', subtotalMinor)];
  if (stay.source === 'import' || feeMinor === null) return lines;
  if (shortfallMinor > 0) lines.push(lineOf('shortfall', -shortfallMinor));
  lines.push({ ...lineOf('platform_fee', -feeMinor), share: feeShare(stay) });
  let [refundedMinor, beforeMinor] = [0, 0];
  for (const { refundId, amountMinor, feeMinor: reversedMinor } of refunds) {
    refundedMinor += amountMinor;
    const share = { ofMinor: feeMinor, part: refundedMinor, whole: capturedMinor, beforeMinor };
    // A refund that failed later has had its part of the fee before those after it.
    const isShare = computed(share) === reversedMinor;
    lines.push(
      { ...lineOf('refund', -amountMinor), refundId },
      {
        ...lineOf('platform_fee_reversed', reversedMinor),
        refundId,
        share: isShare ? share : null,
      },
    );
    beforeMinor += reversedMinor;
  }
  return lines;
}

function lineOf(kind: ReceiptLine['kind'], amountMinor: number): ReceiptLine {
  return { kind, refundId: null, amountMinor: amountMinor || 0, share: null };
}

function feeShare(stay: PaidStay): ReceiptLine['share'] {
  const { subtotalMinor, shortfallMinor, platformFeeMinor, feeBasisPoints } = stay;
  if (feeBasisPoints === null) return null;
  const ofMinor = subtotalMinor - shortfallMinor;
  // The fee was rounded to what the processor takes: it is no exact share.
  if (shareOfFee(ofMinor, feeBasisPoints) !== platformFeeMinor) return null;
  return { ofMinor, part: toPercent(feeBasisPoints), whole: 100, beforeMinor: 0 };
}

function computed({ ofMinor, part, whole, beforeMinor }: NonNullable<ReceiptLine['share']>) {
  return shareOf(ofMinor, part, whole) - beforeMinor;
}
