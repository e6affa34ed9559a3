import { createHash } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';

const PAYOUT_ID = /^po_([0-9a-f]{12})7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

/**
 * The id of a payout, always the same: a UUIDv7 (RFC 9562) in 32 hex digits. Its time is the first
 * millisecond of the month, and its random bits are a hash of operator, mode and currency.
 */
export function payoutId(payout: {
  operatorId: string;
  livemode: boolean;
  currency: string;
  /** First instant of the month (UTC). */
  from: Date;
}): string {
  const { operatorId, livemode, currency, from } = payout;
  const whose = JSON.stringify([operatorId, livemode, currency]);
  const hash = createHash('sha256').update(whose).digest('hex');
  const time = from.getTime().toString(16).padStart(12, '0');
  // The two highest bits of this digit are the variant: 10.
  const variant = ((Number.parseInt(hash.charAt(3), 16) & 3) | 8).toString(16);
  return `po_${time}7${hash.slice(0, 3)}${variant}${hash.slice(4, 19)}`;
}

/** First instant of the month (UTC) that an id names; undefined where it cannot be a payout's. */
export function monthOf(id: string): Date | undefined {
  const [, time] = PAYOUT_ID.exec(id) ?? [];
  if (time === undefined) return undefined;
  const from = new Date(Number.parseInt(time, 16));
  return from.getUTCDate() === 1 && from.getTime() % millisecondsInDay === 0 ? from : undefined;
}
