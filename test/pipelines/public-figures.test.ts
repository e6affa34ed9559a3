import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateOperator } from '../../src/access/operators/update-operator.ts';
import { CELL_RESOLUTION, cellResolution } from '../../src/kit/geo/cells.ts';
import { awayFromWholeHour } from '../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addCaller, addLot } from '../stage/fixtures.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import { readMarts } from './stage/world.ts';

const COUNTED_DAYS = 20;
const SPACES = 10;
/** Vehicles on the lots of the four operators, and on that of the city. */
const [OTHERS, CITYS] = [5, 9];
const [OTHERS_PCT, CITYS_PCT] = [50, 90];

let database: TestDatabase;
let warehouse: TestWarehouse;
let cityId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  warehouse = await openTestWarehouse(database);
  for (let i = 0; i < 4; i += 1) await addCountedLot(OTHERS);
  cityId = await addCountedLot(CITYS);
});
afterAll(async () => {
  await warehouse.close();
  await database.drop();
});

/** A lot of a new operator, counted at nine on each of the last whole days. */
async function addCountedLot(occupied: number): Promise<string> {
  const { operatorId } = await addCaller(database);
  const lotId = await addLot(database, { operator_id: operatorId, total_spaces: SPACES });
  await database.sql(
    `insert into occupancy_counts (at, livemode, lot_id, occupied, source)
     select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
       - make_interval(days => day, hours => 15), true, $1, $2, 'report'
     from generate_series(0, $3 - 1) as day`,
    [lotId, occupied, COUNTED_DAYS],
  );
  return operatorId;
}

const declare = (figuresPublic: boolean) =>
  updateOperator(database.owner, { operatorId: cityId, figuresPublic, actorId: 'test' });

/** Writes the city's last declaration again, as it would have been some days ago. */
const declaredBefore = (days: number) =>
  database.sql(
    `insert into audit_log (
       at, actor_type, actor_id, operator_id, livemode, action, entity_id, diff)
     select at - make_interval(days => $2), actor_type, actor_id, operator_id, livemode, action,
       entity_id, diff
     from audit_log where entity_id = $1 and action = 'operator.updated'
     order by audit_id desc limit 1`,
    [cityId, days],
  );

/** The percentage that is disclosed of the area of all, and of the city's own cell. */
async function told() {
  const rows = await database.sql<{ cell: string; occupied_pct: number | null }>(
    'select cell::text as cell, occupied_pct from marts.areas order by cell',
  );
  const isOwn = ({ cell }: { cell: string }) => cellResolution(BigInt(cell)) === CELL_RESOLUTION;
  const pooled = rows.find((row) => !isOwn(row));
  const own = rows.find(isOwn);
  const [lot] = await database.sql<{ is_public: boolean }>(
    'select is_public from marts.market_rate_by_lot where operator_id = $1',
    [cityId],
  );
  return { pooled: pooled?.occupied_pct, own: own?.occupied_pct, isPublic: lot?.is_public };
}

test('public figures are told from the next day on, of their own lots, and in no sum', async () => {
  await warehouse.refresh();
  const together = await told();
  expect(together).toMatchObject({ own: undefined, isPublic: false });
  expect(together.pooled).toBeGreaterThan(OTHERS_PCT);
  await declare(true);
  await warehouse.refresh();
  expect(await told()).toEqual(together);
  await declaredBefore(40);
  await warehouse.refresh();
  expect(await told()).toEqual({ pooled: OTHERS_PCT, own: CITYS_PCT, isPublic: true });
});

test('what was declared earlier and comes late gives the figures of a rebuild', async () => {
  await awayFromWholeHour();
  await declare(false);
  await declaredBefore(30);
  await warehouse.refresh();
  const marts = await readMarts(database);
  expect(await told()).toMatchObject({ own: undefined, isPublic: false });
  expect((await told()).pooled).toBeGreaterThan(OTHERS_PCT);
  await warehouse.rebuild();
  expect(await readMarts(database)).toEqual(marts);
});
