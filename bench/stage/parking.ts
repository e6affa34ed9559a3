import type { Principal } from '../../src/access/principals/principal.ts';
import { cellAt } from '../../src/kit/geo/cells.ts';
import type { SessionRequest } from '../../src/parking/sessions/new-session.ts';
import type { Querier } from '../../src/stores/postgres.ts';
import type { Stack } from './stack.ts';

export type BenchLot = { lot_id: string; name: string };

/** Farthest from all land, so that no search or figure of another bench meets these lots. */
const NOWHERE = { lat: -48.88, lng: -123.39 };
const CONSONANTS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

/** Adds lots with this number of spaces in one place, each with a name of its own. */
export async function addLots(
  stack: Stack,
  { count, totalSpaces }: { count: number; totalSpaces: number },
): Promise<BenchLot[]> {
  const rows = await stack.sql(
    `insert into lots (lot_id, operator_id, livemode, name, slug, latitude, longitude, cell,
       timezone, total_spaces, rate_minor, rate_unit, currency, lot_type, tariff)
     select uuidv7(), $1, true, name, 'bench', $4, $5, $6,
       'UTC', $2, 350, 'hour', 'cad', 'surface', plain_tariff(350, 'hour', 1, null, false)
     from unnest($3::text[]) as name
     returning lot_id, name`,
    [
      stack.operatorId,
      totalSpaces,
      Array.from({ length: count }, nextName),
      NOWHERE.lat,
      NOWHERE.lng,
      cellAt(NOWHERE.lat, NOWHERE.lng),
    ],
  );
  await stack.sql('analyze lots');
  return rows as BenchLot[];
}

let lastName = 0;

/** `Bababadorf Parkade`: invented words, which can only mean a lot; no two are the same. */
function nextName(): string {
  const n = lastName;
  lastName += 1;
  const syllables = [1, 70, 4_900].map((unit) => {
    const digit = Math.floor(n / unit) % 70;
    return `${CONSONANTS[digit % 14]}${VOWELS[Math.floor(digit / 14)]}`;
  });
  const [first = '', ...others] = `${syllables.join('')}dorf`;
  return `${first.toUpperCase()}${others.join('')} Parkade`;
}

/** The owner of the stack's key, as the service sees it. */
export function callerOf(stack: Stack): Principal {
  return {
    type: 'key',
    id: stack.keyId,
    operatorId: stack.operatorId,
    plan: 'pro',
    limitsEndUsers: false,
    livemode: true,
    scopes: ['sessions:write'],
    fleetId: null,
    agentPlatform: null,
    agentName: null,
    rateLimits: {},
    spendCapCents: null,
    mandate: null,
    expiresAt: null,
    blockingInvoiceId: null,
  };
}

/** Passes every statement to `db`, and keeps the values that each was last given. */
export function capturing(db: Querier) {
  const captured = new Map<string, Record<string, unknown>>();
  return {
    db: {
      query<Row extends object>(name: string, values: Record<string, unknown> = {}) {
        captured.set(name, values);
        return db.query<Row>(name, values);
      },
    },
    valuesOf(name: string): Record<string, unknown> {
      const values = captured.get(name);
      if (values === undefined) throw new Error(`${name} was not run`);
      return values;
    },
  };
}

let lastPlate = 0;

/** A plate that no vehicle has yet. */
export function nextPlate(): string {
  lastPlate += 1;
  return `B${lastPlate.toString(36).toUpperCase().padStart(9, '0')}`;
}

/** A request that names a lot and a new plate, and nothing else. */
export function plainRequest(lotId: string): SessionRequest {
  return {
    lotId,
    plate: nextPlate(),
    vehicle: { isAutonomous: false, fleetId: null, vin: null },
    agent: null,
    driverEmail: null,
    metadata: {},
  };
}

/** Each call returns the next item of a list, and the first one after the last. */
export function roundRobin<T>(items: readonly T[]): () => T {
  let next = 0;
  return () => {
    const item = items[next % items.length];
    if (item === undefined) throw new Error('there is nothing to choose from');
    next += 1;
    return item;
  };
}

/**
 * Throws unless two stays, or two holds, have the same status and as many events and audit rows:
 * one that the service wrote, and one by the statements alone.
 */
export async function checkWrittenAlike(
  stack: Stack,
  kind: 'session' | 'hold',
  ids: readonly [ours: string, bare: string],
): Promise<void> {
  const [ours, bare] = (await stack.sql(
    `select status,
       (select count(*) from events where entity_id = ${kind}_id) as events,
       (select count(*) from audit_log where entity_id = ${kind}_id) as audit_rows
     from ${kind}s where ${kind}_id = any($1::text[])`,
    [ids],
  )) as object[];
  const [one, other] = [ours, bare].map((row) => JSON.stringify(row));
  if (other === undefined || one !== other) throw new Error(`${kind}s: ${one}, but ${other}`);
}
