import { newId } from '../../../src/access/ids.ts';
import { insertSearches, type Search } from '../../../src/demand/searches/record-search.ts';
import { cellAt, cellCentre } from '../../../src/kit/geo/cells.ts';
import { roundPoint } from '../../../src/kit/geo/great-circle.ts';
import type { TestDatabase } from '../../stage/database.ts';
import { addCaller, addLot, type LotColumns } from '../../stage/fixtures.ts';

// Writes the rows of the tables that the warehouse drains, as the product would have written them,
// and no others.

type Sql = Pick<TestDatabase, 'sql'>;
export type Random = () => number;

export type Stay = {
  sessionId: string;
  lotId: string;
  livemode: boolean;
  startedAt: Date;
  /** undefined while the stay is open. */
  endedAt?: Date;
  subtotalMinor: number;
  currency: string;
  /** Whether the capture failed, or has not been made yet. */
  isUnpaid?: boolean;
  /** What the product knows of stays that are not imported. */
  vehicleId?: number;
  baseRateMinor?: number;
};

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};

export async function addOperators(database: Sql, count: number): Promise<string[]> {
  const callers = [];
  for (let i = 0; i < count; i++) callers.push(await addCaller(database));
  return callers.map(({ operatorId }) => operatorId);
}

export async function addLotNear(
  database: Sql,
  random: Random,
  more: Partial<LotColumns> & Pick<LotColumns, 'operator_id'>,
): Promise<string> {
  return addLot(database, {
    latitude: 43.65 + random() / 20,
    longitude: -79.4 + random() / 20,
    total_spaces: 1 + Math.floor(random() * 50),
    rate_minor: 100 + Math.floor(random() * 500),
    ...more,
  });
}

/** Writes the audit row of a change of a lot; of its deletion when `columns` is null. */
export async function changeLot(
  database: Sql,
  lotId: string,
  livemode: boolean,
  columns: (Partial<LotColumns> & { cell?: string }) | null,
): Promise<void> {
  await database.sql(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     select 'system', 'test', $2,
       case when $3::jsonb is null then 'lot.deleted' else 'lot.updated' end, $1,
       jsonb_build_object('before', '{}'::jsonb, 'after', (
         select diff -> 'after' || $3 from audit_log
         where entity_id = $1 order by audit_id desc limit 1))`,
    [lotId, livemode, columns === null ? null : JSON.stringify(columns)],
  );
}

type NewStay = Partial<Stay> & Pick<Stay, 'lotId'>;

export async function addStay(database: Sql, more: NewStay) {
  const stay = stayOf(more);
  await writeAudit(database, rowsOf(stay));
  return stay;
}

/** The same for many, in one statement. */
export async function addStays(database: Sql, more: readonly NewStay[]): Promise<void> {
  await writeAudit(
    database,
    more.flatMap((each) => rowsOf(stayOf(each))),
  );
}

const stayOf = (more: NewStay): Stay => ({
  sessionId: newId('ses'),
  livemode: true,
  startedAt: new Date(Date.now() - 2 * HOUR_MS),
  subtotalMinor: 500,
  currency: 'cad',
  ...more,
});

function rowsOf(stay: Stay): AuditRow[] {
  const { endedAt } = stay;
  const begun = rowOf('session.created', stay, {
    started_at: stay.startedAt,
    vehicle_id: stay.vehicleId,
    rate_minor: stay.baseRateMinor,
    rate_snapshot: { base_rate_minor: stay.baseRateMinor },
  });
  return [begun, ...(endedAt === undefined ? [] : endRowsOf({ ...stay, endedAt }))];
}

function endRowsOf(stay: Stay & { endedAt: Date }): AuditRow[] {
  const ended = rowOf('session.closed', stay, {
    started_at: stay.startedAt,
    ended_at: stay.endedAt,
    subtotal_minor: stay.subtotalMinor,
    platform_fee_minor: 0,
  });
  return [ended, ...(stay.isUnpaid ? [] : [paidRowOf(stay)])];
}

const paidRowOf = (stay: Stay) =>
  rowOf('payment.completed', stay, { amount_minor: stay.subtotalMinor });

export function endStay(database: Sql, stay: Stay & { endedAt: Date }): Promise<void> {
  return writeAudit(database, endRowsOf(stay));
}

export function payStay(database: Sql, stay: Stay): Promise<void> {
  return writeAudit(database, [paidRowOf(stay)]);
}

export function refundStay(database: Sql, stay: Stay): Promise<void> {
  return writeAudit(database, [rowOf('refund.succeeded', stay, { status: 'succeeded' })]);
}

export async function importStays(database: Sql, stays: readonly Stay[]): Promise<void> {
  await database.sql(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     select 'system', 'test', stay.livemode, 'session.imported', stay.session_id,
       jsonb_build_object('after', to_jsonb(stay))
     from jsonb_to_recordset($1) as stay (session_id text, livemode boolean, lot_id text,
       started_at text, ended_at text, subtotal_minor bigint, currency text)`,
    [
      JSON.stringify(
        stays.map((stay) => ({
          session_id: stay.sessionId,
          livemode: stay.livemode,
          lot_id: stay.lotId,
          started_at: stay.startedAt,
          ended_at: stay.endedAt,
          subtotal_minor: stay.subtotalMinor,
          currency: stay.currency,
        })),
      ),
    ],
  );
}

export type Count = { lotId: string; livemode: boolean; at: Date; occupied: number };
type NewCount = { lotId: string; livemode?: boolean; at: Date; occupied: number };

/** Writes counts of vehicles, in this order, as reports and imports do. */
export async function addCounts(database: Sql, counts: readonly NewCount[]): Promise<void> {
  await database.sql(
    `insert into occupancy_counts (lot_id, livemode, at, occupied, source)
     select lot_id, livemode, at, occupied, 'report'
     from jsonb_to_recordset($1) as counted (
       lot_id uuid, livemode boolean, at timestamptz, occupied integer)`,
    [
      JSON.stringify(
        counts.map(({ lotId, livemode = true, at, occupied }) => ({
          lot_id: lotId,
          livemode,
          at,
          occupied,
        })),
      ),
    ],
  );
}

export async function addSearch(
  database: Sql,
  place: { latitude: number; longitude: number; livemode?: boolean; at?: Date },
): Promise<bigint> {
  const cell = cellAt(place.latitude, place.longitude);
  const centre = roundPoint(cellCentre(cell));
  await database.sql(
    `insert into search_log (at, livemode, kind, cell, cell_latitude, cell_longitude, radius_m,
       found_lot_count, available_lot_count)
     values ($1, $2, 'search', $3, $4, $5, 5000, 1, 1)`,
    [place.at ?? new Date(), place.livemode ?? true, cell, centre.lat, centre.lng],
  );
  return cell;
}

const PLATFORMS = ['claude', 'chatgpt', 'gemini'];

/** An agent's search in Toronto by one of a few callers, as the product writes it. */
export async function addAgentSearch(
  { db }: Pick<TestDatabase, 'db'>,
  random: Random,
  more: Partial<Search> = {},
): Promise<Search> {
  const caller = `agent${Math.floor(random() * 5)}`;
  const search: Search = {
    kind: pick(random, ['search', 'availability', 'rates']),
    at: new Date(),
    livemode: true,
    centre: { lat: 43.65 + random() / 20, lng: -79.4 + random() / 20 },
    radiusM: 1_000,
    agentPlatform: pick(random, PLATFORMS),
    foundCount: 2,
    availableCount: Math.floor(random() * 3),
    nearestM: 50,
    window: null,
    caller: { keyId: `key_${caller}`, operatorId: `op_${caller}`, ip: null },
    ...more,
  };
  await insertSearches(db, [search]);
  return search;
}

type AuditRow = { livemode: boolean; action: string; entity_id: string; diff: object };

function rowOf(action: string, stay: Stay, more: object): AuditRow {
  const { livemode, sessionId, lotId, currency } = stay;
  const after = { lot_id: lotId, currency, ...more };
  return { livemode, action, entity_id: sessionId, diff: { after } };
}

async function writeAudit(database: Sql, rows: readonly AuditRow[]): Promise<void> {
  await database.sql(
    `insert into audit_log (actor_type, actor_id, livemode, action, entity_id, diff)
     select 'system', 'test', livemode, action, entity_id, diff
     from jsonb_to_recordset($1) as row (
       livemode boolean, action text, entity_id text, diff jsonb)`,
    [JSON.stringify(rows)],
  );
}
