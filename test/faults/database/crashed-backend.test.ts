import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/kit/embedded-postgres/embedded-postgres.ts';
import { cellAt, cellParent } from '../../../src/kit/geo/cells.ts';
import {
  LOT_TILE_RESOLUTION,
  openLotTiles,
} from '../../../src/parking/lots/search/tiles/lot-tiles.ts';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openPostgres, type Postgres } from '../../../src/stores/postgres.ts';
import { addCaller, addLot } from '../../stage/fixtures.ts';

const POLL_MS = 50;
const BURNT_IDS = 500;
const TRIES_MAX = 5;
const HERE = { latitude: 43.65, longitude: -79.38 };

// A server of its own, because a crash ends all sessions on a server.
let home: string;
let server: EmbeddedPostgres;
let db: Postgres;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hexlot-crash-'));
  await chmod(home, 0o711);
  const log = pino({ level: 'silent' });
  server = await startEmbeddedPostgres({ dataDir: join(home, 'data'), log });
  await migrate(server.connectionString);
  db = openPostgres({
    connectionString: server.connectionString,
    poolSize: 2,
    name: 'test',
    log,
  });
});
afterAll(async () => {
  await db.close();
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

async function sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** One process of the server dies; the server ends the others and recovers. */
async function crash(): Promise<void> {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL');
  while (!(await isBack())) await sleep(POLL_MS);
}

async function isBack(): Promise<boolean> {
  try {
    await sleep(POLL_MS);
    await db.query('clock_read');
    return true;
  } catch {
    return false;
  }
}

async function nextTransaction(): Promise<number> {
  const [row] = await sql<{ tx: number }>('select pg_current_xact_id()::text::integer as tx');
  return row?.tx ?? Number.NaN;
}

/** Nothing is written under these ids, so after a crash the server does not know they were used. */
async function burnIds(): Promise<void> {
  await sql(`do $$ begin
    for i in 1..${BURNT_IDS} loop
      perform pg_current_xact_id();
      commit;
    end loop;
  end $$`);
}

test('after a crash that repeats transaction ids, searches still see all writes', async () => {
  const { operatorId } = await addCaller({ sql });
  const lotId = await addLot({ sql }, { operator_id: operatorId, ...HERE });
  const cell = cellParent(cellAt(HERE.latitude, HERE.longitude), LOT_TILE_RESOLUTION);
  const lots = openLotTiles(db);
  const nameOf = async () => {
    const { lots: listed } = await lots.read([cell]);
    if (!listed.some((lot) => lot.lotId === lotId)) return undefined;
    return (await lots.describe([lotId]))[0]?.name;
  };
  // Every 15 seconds the server stores how far it is, and then it does not repeat these ids.
  let isRepeating = false;
  for (let tries = 0; !isRepeating && tries < TRIES_MAX; tries += 1) {
    await burnIds();
    expect(await nameOf()).toBeDefined();
    const before = await nextTransaction();
    await crash();
    isRepeating = (await nextTransaction()) < before;
  }
  expect(isRepeating).toBe(true);
  await sql(
    `with renamed as (update lots set name = 'After the crash' where lot_id = $1 returning *)
     insert into audit_log (actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     select 'system', 'test', operator_id, livemode, 'lot.updated', lot_id::text, '{}'
     from renamed`,
    [lotId],
  );
  expect(await nameOf()).toBe('After the crash');
});
