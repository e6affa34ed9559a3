import { importLots } from '../lots/import-lots.ts';
import { createOperator } from '../operators/create-operator.ts';
import { priceStay, type Rate } from '../pricing/price-stay.ts';
import { insertSearches, type Search } from '../searches/record-search.ts';
import { type FinishedStay, importStays } from '../sessions/import-stays.ts';
import type { Querier } from '../stores/postgres.ts';
import { CITY, type DemoOperator, OPERATORS } from './city.ts';
import { demoHours } from './demo-hours.ts';
import { type DemoLot, demoLots, demoTestLots } from './demo-lots.ts';
import { demoSearches } from './demo-searches.ts';
import { type DemoStay, demoStays } from './demo-stays.ts';

export type OnProgress = (done: number, total: number) => void;

type PostedLot = {
  ref: string;
  lot_id: string;
  rate_minor: number;
  rate_unit: 'hour' | 'day';
  max_daily_minor: number | null;
};

const ACTOR_ID = 'demo';
const SEARCHES_PER_STATEMENT = 2_000;

/** Writes the whole city with the history it has at `now`; returns the buyer's operator id. */
export async function buildCity(
  db: Querier,
  now: Date,
  onProgress: OnProgress = () => {},
): Promise<string> {
  const lots = demoLots();
  const hours = demoHours(now);
  const past = await demoStays(lots, hours);
  const ended = past.stays.filter((stay) => stay.endMs <= now.getTime());
  const searches = await demoSearches(lots, past, hours, now);
  const total = ended.length + searches.length;

  const operatorIds = await addOperators(db);
  await addLots(db, operatorIds, lots, true);
  await addLots(db, operatorIds, demoTestLots(), false);
  await importStays(db, {
    livemode: true,
    actorId: ACTOR_ID,
    stays: await finishedStays(db, ended),
    onProgress: (done) => onProgress(done, total),
  });
  await addSearches(db, searches, (done) => onProgress(ended.length + done, total));
  return idOf(operatorIds, OPERATORS[0]);
}

async function addOperators(db: Querier): Promise<Map<DemoOperator, string>> {
  const ids = new Map<DemoOperator, string>();
  for (const operator of OPERATORS) {
    const { name, plan } = operator;
    const { id } = await createOperator(db, { name, plan, actorId: ACTOR_ID });
    ids.set(operator, id);
  }
  return ids;
}

/** By the road every operator's lots come in: a file of tagged features. */
async function addLots(
  db: Querier,
  operatorIds: Map<DemoOperator, string>,
  lots: readonly DemoLot[],
  livemode: boolean,
): Promise<void> {
  for (const [operator, operatorId] of operatorIds) {
    const features = lots.filter((lot) => lot.operator === operator).map((lot) => lot.feature);
    const file = fileOf({ type: 'FeatureCollection', features });
    const { rejected } = await importLots(db, { operatorId, livemode, file });
    if (rejected[0]) throw new Error(`a demo lot was refused: ${JSON.stringify(rejected[0])}`);
  }
}

async function* fileOf(document: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(document));
}

async function finishedStays(db: Querier, stays: readonly DemoStay[]): Promise<FinishedStay[]> {
  const posted = await db.query<PostedLot>('lots_list_posted_rates', { livemode: true });
  const lotByRef = new Map(posted.map((lot) => [lot.ref, lot]));
  return stays.map(({ lot: { ref }, plate, startMs, endMs }) => {
    const lot = lotByRef.get(ref);
    if (lot === undefined) throw new Error(`demo lot ${ref} is missing`);
    const startedAt = new Date(startMs);
    const endedAt = new Date(endMs);
    return {
      lotId: lot.lot_id,
      plate,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      amountMinor: priceStay({ ...rateOf(lot), startedAt, endedAt }).subtotalMinor,
      currency: CITY.currency,
    };
  });
}

function rateOf(lot: PostedLot): Rate {
  return {
    rateMinor: lot.rate_minor,
    rateUnit: lot.rate_unit,
    maxDailyMinor: lot.max_daily_minor,
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

function idOf(operatorIds: Map<DemoOperator, string>, operator: DemoOperator): string {
  const id = operatorIds.get(operator);
  if (id === undefined) throw new Error(`demo operator ${operator.name} is missing`);
  return id;
}
