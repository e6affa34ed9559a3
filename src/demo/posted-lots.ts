import type { Querier } from '../stores/postgres.ts';
import { ANYWHERE } from '../tariffs/plain-rate.ts';
import { priceStay } from '../tariffs/price/price-stay.ts';
import type { PostedTariff } from '../tariffs/tariff.ts';
import type { DemoStay } from './demo-stays.ts';

/** A lot of the city as stored in the database, and what it posts: no hours, and no holidays. */
export type PostedLot = {
  ref: string;
  lotId: string;
  tariff: PostedTariff;
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
  return priceStay(lot.tariff, { startedAt, endedAt }, ANYWHERE).subtotalMinor;
}
