import type { Querier } from '../stores/postgres.ts';
import { priceStay } from '../tariffs/price-stay.ts';
import type { DemoStay } from './demo-stays.ts';

/** A lot of the city as stored in the database, and its posted rate. */
export type PostedLot = {
  ref: string;
  lot_id: string;
  rate_minor: number;
  rate_unit: 'hour' | 'day';
  billing_step_minutes: number;
  max_daily_minor: number | null;
};

export async function lotsByRef(db: Querier): Promise<Map<string, PostedLot>> {
  const posted = await db.query<PostedLot>('lots_list_posted_rates', { livemode: true });
  return new Map(posted.map((lot) => [lot.ref, lot]));
}

export function lotOf({ lot: { ref } }: DemoStay, byRef: ReadonlyMap<string, PostedLot>) {
  const lot = byRef.get(ref);
  if (lot === undefined) throw new Error(`demo lot ${ref} is missing`);
  return lot;
}

/** What a stay costs there, in minor units. */
export function priceOf(lot: PostedLot, startedAt: Date, endedAt: Date): number {
  const rate = {
    rateMinor: lot.rate_minor,
    rateUnit: lot.rate_unit,
    billingStepMinutes: lot.billing_step_minutes,
    maxDailyMinor: lot.max_daily_minor,
  };
  return priceStay({ ...rate, startedAt, endedAt }).subtotalMinor;
}
