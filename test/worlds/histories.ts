import { DAY_MS, HOUR_MS, MINUTE_MS, type Random } from '../pipelines/stage/parking.ts';
import type { TestDatabase } from '../stage/database.ts';
import { addLot } from '../stage/fixtures.ts';

// Neighbourhoods of a few operators, each with the same lots, and what happened on them. Operators
// can exchange their whole histories.

export type Stay = {
  startedMs: number;
  endedMs: number;
  vehicle: number;
  baseRateMinor: number;
  amountMinor: number;
};
export type History = { stays: Stay[]; counts: { atMs: number; occupied: number }[] };
export type Place = { lat: number; lng: number };

/** A lot of an operator, by number. All of a neighbourhood have the same spaces and maximum. */
export type Lot = Place & {
  lotId: string;
  operator: number;
  country: string;
  spaces: number;
  rateMinor: number;
  maxDailyMinor: number | null;
  rateUnit: 'hour' | 'day';
};
export type Neighbourhood = { lots: Lot[]; histories: Map<string, History> };

const whole = (random: Random, low: number, high: number) =>
  low + Math.floor(random() * (high - low + 1));

type Shape = {
  country: string;
  centre: Place;
  operators: readonly number[];
  lotsEach: number;
  nowMs: number;
  /** How far back histories reach, and how many stays begin on a lot, at least and at most. */
  days?: number;
  stayCounts?: readonly [number, number];
};

const [DAYS, STAY_COUNTS] = [24, [9, 40] as const];

/** Each operator's lots are somewhat fuller, dearer or busier than those of the others. */
export function makeNeighbourhood(random: Random, shape: Shape): Neighbourhood {
  const { country, centre, operators, lotsEach } = shape;
  const spaces = whole(random, 1, 6);
  const maxDailyMinor = whole(random, 2_000, 4_000);
  const lots = operators.flatMap((operator) =>
    Array.from({ length: lotsEach }, () => ({
      lat: centre.lat + random() / 400,
      lng: centre.lng + random() / 400,
      lotId: crypto.randomUUID(),
      operator,
      country,
      spaces,
      rateMinor: whole(random, 100, 600),
      maxDailyMinor,
      rateUnit: 'hour' as const,
    })),
  );
  return {
    lots,
    histories: new Map(lots.map((lot) => [lot.lotId, makeHistory(random, lot, shape)])),
  };
}

function makeHistory(random: Random, { spaces, rateMinor }: Lot, shape: Shape): History {
  const { nowMs, days = DAYS, stayCounts = STAY_COUNTS } = shape;
  const busy = random();
  const ratio = 0.6 + 0.8 * random();
  const stays = Array.from({ length: whole(random, ...stayCounts) }, () => {
    const startedMs = Math.floor(nowMs - DAY_MS - random() * (days - 1) * DAY_MS);
    const endedMs = Math.min(
      nowMs - HOUR_MS,
      Math.floor(startedMs + 10 * MINUTE_MS + busy * random() * 2 * DAY_MS),
    );
    const list = Math.floor((rateMinor * Math.ceil((endedMs - startedMs) / MINUTE_MS)) / 60);
    return {
      startedMs,
      endedMs,
      vehicle: whole(random, 1, 100_000),
      baseRateMinor: rateMinor,
      amountMinor: Math.round(ratio * list),
    };
  });
  const isCounted = random() < 0.3;
  const counts = Array.from({ length: isCounted ? Math.round(2.5 * days) : 0 }, () => ({
    atMs: Math.floor(nowMs - DAY_MS - random() * (days + 3) * DAY_MS),
    occupied: Math.floor(busy * random() * spaces),
  }));
  return { stays, counts };
}

/**
 * The same lots after the operators of each area have exchanged all that happened on their lots
 * there. `areaOf` says in which area a lot is. Operators exchange with those that have lots of the
 * same spaces and maximum in it. Where `groupOf` puts several areas into one group, they exchange
 * what happened in all of these, with those that have such lots in each.
 */
export function exchanged(
  random: Random,
  { lots, histories }: Neighbourhood,
  areaOf: (lot: Lot) => string,
  groupOf = areaOf,
): Neighbourhood {
  const after = new Map<string, History>();
  const kindOf = (lot: Lot) => `${areaOf(lot)} ${lot.spaces} ${lot.maxDailyMinor}`;
  for (const inGroup of Map.groupBy(lots, groupOf).values()) {
    const parts = [...Map.groupBy(inGroup, ({ operator }) => operator).values()].map((own) =>
      own.toSorted((a, b) => (kindOf(a) < kindOf(b) ? -1 : Number(kindOf(a) > kindOf(b)))),
    );
    const alike = Map.groupBy(parts, (own) => own.map(kindOf).join());
    for (const own of alike.values()) {
      const others = shuffled(random, own);
      for (const [i, part] of own.entries())
        for (const [n, lot] of part.entries()) {
          const history = histories.get(others[i]?.[n]?.lotId ?? '');
          if (history !== undefined) after.set(lot.lotId, history);
        }
    }
  }
  return { lots, histories: after };
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Writes what the product would have written. `operatorIds`: by their numbers. */
export async function writeNeighbourhood(
  database: TestDatabase,
  { lots, histories }: Neighbourhood,
  operatorIds: readonly string[],
): Promise<void> {
  for (const lot of lots)
    await addLot(database, {
      lot_id: lot.lotId,
      operator_id: operatorIds[lot.operator] ?? '',
      latitude: lot.lat,
      longitude: lot.lng,
      country: lot.country,
      total_spaces: lot.spaces,
      rate_minor: lot.rateMinor,
      rate_unit: lot.rateUnit,
      max_daily_minor: lot.maxDailyMinor,
    });
  const all = [...histories].flatMap(([lotId, { stays }]) =>
    stays.map((stay) => ({ lotId, ...stay })),
  );
  await writeStays(database, all);
  const counts = [...histories].flatMap(([lotId, history]) =>
    history.counts.map(({ atMs, occupied }) => ({ lot_id: lotId, at: new Date(atMs), occupied })),
  );
  await database.sql(
    `insert into occupancy_counts (lot_id, livemode, at, occupied, source)
     select lot_id, true, at, occupied, 'report'
     from jsonb_to_recordset($1) as counted (lot_id uuid, at timestamptz, occupied integer)`,
    [JSON.stringify(counts)],
  );
}

async function writeStays(
  database: TestDatabase,
  stays: readonly (Stay & { lotId: string })[],
): Promise<void> {
  const rows = stays.flatMap((stay) => {
    const session_id = `ses_${crypto.randomUUID()}`;
    return rowsOf(stay).map((row) => ({ ...row, session_id }));
  });
  await database.sql(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     select 'system', 'test', true, action, session_id, diff
     from jsonb_to_recordset($1) as row (action text, session_id text, diff jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** The audit rows of a stay that began, ended and was paid. */
function rowsOf(stay: Stay & { lotId: string }) {
  const [started_at, ended_at] = [new Date(stay.startedMs), new Date(stay.endedMs)];
  const of = { lot_id: stay.lotId, started_at, currency: 'cad' };
  const began = {
    ...of,
    status: 'active',
    vehicle_id: stay.vehicle,
    source: 'api',
    fleet_id: null,
    hold_id: null,
    expected_end: ended_at,
    rate_minor: stay.baseRateMinor,
    rate_unit: 'hour',
    rate_snapshot: { rate_id: null, base_rate_minor: stay.baseRateMinor, rules: [] },
  };
  const subtotal_minor = stay.amountMinor;
  const ended = { ...of, status: 'completed', ended_at, subtotal_minor, platform_fee_minor: 0 };
  const paid = { status: 'succeeded', amount_minor: stay.amountMinor, currency: 'cad' };
  return [
    { action: 'session.created', diff: { after: began } },
    { action: 'session.closed', diff: { before: { status: 'active' }, after: ended } },
    { action: 'payment.completed', diff: { before: { status: 'ending' }, after: paid } },
  ];
}
