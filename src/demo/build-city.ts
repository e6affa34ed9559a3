import { insertSearches, type Search } from '../demand/searches/record-search.ts';
import { type FinishedStay, importStays } from '../imports/sessions/import-stays.ts';
import type { Querier } from '../stores/postgres.ts';
import { ACTOR_ID, buildGround } from './build-ground.ts';
import { CITY } from './city.ts';
import { demoHours } from './demo-hours.ts';
import { demoSearches } from './demo-searches.ts';
import { type DemoStay, demoStays } from './demo-stays.ts';
import { lotOf, lotsByRef, type PostedLot, priceOf } from './posted-lots.ts';
import { addRealStays, sortStays } from './real-stays.ts';

export type OnProgress = (done: number, total: number) => void;

const SEARCHES_PER_STATEMENT = 2_000;

/** Writes the whole city with its history up to `now`; returns the buyer's operator id. */
export async function buildCity(
  db: Querier,
  now: Date,
  onProgress: OnProgress = () => {},
): Promise<string> {
  const { lots, buyerOperatorId } = await buildGround(db);
  const hours = demoHours(now);
  const past = await demoStays(lots, hours);
  const { imported, paid, underWay } = sortStays(past.stays, now);
  const searches = await demoSearches(lots, past, hours, now);
  const stayCount = imported.length + paid.length + underWay.length;
  const total = stayCount + searches.length;

  const lotByRef = await lotsByRef(db);
  await importStays(db, {
    livemode: true,
    actorId: ACTOR_ID,
    stays: imported.map((stay) => finishedStay(stay, lotOf(stay, lotByRef))),
    onProgress: (done) => onProgress(done, total),
  });
  await addRealStays(db, [...paid, ...underWay], { lotByRef, now });
  await addSearches(db, searches, (done) => onProgress(stayCount + done, total));
  await db.query('demo_conversions_insert');
  await db.query('demo_crowds_insert');
  return buyerOperatorId;
}

function finishedStay({ plate, startMs, endMs }: DemoStay, lot: PostedLot): FinishedStay {
  const startedAt = new Date(startMs);
  const endedAt = new Date(endMs);
  return {
    lotId: lot.lotId,
    plate,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    amountMinor: priceOf(lot, startedAt, endedAt),
    currency: CITY.currency,
  };
}

async function addSearches(
  db: Querier,
  searches: readonly Search[],
  onProgress: (done: number) => void,
): Promise<void> {
  for (let from = 0; from < searches.length; from += SEARCHES_PER_STATEMENT) {
    const part = searches.slice(from, from + SEARCHES_PER_STATEMENT);
    await insertSearches(db, part);
    onProgress(from + part.length);
  }
}
