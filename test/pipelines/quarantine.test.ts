import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/access/ids.ts';
import { openDuckDBWarehouse } from '../../src/stores/warehouse/duckdb/open-duckdb-warehouse.ts';
import { SOURCES } from '../../src/stores/warehouse/sources.ts';
import { awayFromWholeHour } from '../stage/away-from-whole-hour.ts';
import { openTestDatabase, type TestDatabase } from '../stage/database.ts';
import { addLot } from '../stage/fixtures.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import {
  type AuditRow,
  addBrokenRows,
  type Broken,
  breakAudit,
  dropConstraints,
  insertAudit,
  stagedActions,
  stagedMembers,
} from './stage/broken-rows.ts';
import {
  addAgentSearch,
  addLotNear,
  addOperators,
  addStay,
  changeLot,
  refundStay,
} from './stage/parking.ts';
import { addStrongStays } from './stage/strong-lots.ts';
import { addWorld, readMarts } from './stage/world.ts';

// One row that cannot be read must not stop all figures for ever. Rows of every kind are broken in
// every way that their types allow. All share one database and its warehouses.

const random = randomFrom(seedOfRun());
let database: TestDatabase;
let warehouse: TestWarehouse;
const opened: TestWarehouse[] = [];
/** Rows that were broken, by their source or audit action. */
const broken = new Map<string, Broken<string>[]>();
/** The audit rows that they are copies of. */
const soundIds = new Map<string, string>();
type Quarantined = { source: string; id: string; kind: string; reason: string };
let quarantined: Quarantined[];
let published: object;

const ID_COLUMNS: Record<string, string> = {
  audit_log: 'audit_id',
  occupancy_counts: 'count_id',
  search_log: 'search_id',
  conversions: 'conversion_id',
  search_crowds: 'crowd_id',
  cell_cities: 'cell_city_id',
  area_cells: 'area_cell_id',
  ordinary_days: 'ordinary_day_id',
};

/** Of all warehouses here; a test takes it away, and has that of the product. */
const limits: { quarantineRowsMax?: number } = { quarantineRowsMax: 1_000 };

async function newWarehouse(root?: string): Promise<TestWarehouse> {
  const made = await openTestWarehouse(
    database,
    (options) => openDuckDBWarehouse({ ...options, ...(root !== undefined && { root }) }),
    undefined,
    limits,
  );
  opened.push(made);
  return made;
}

/** Something of each source and each action that is read, so that it can be broken. */
async function addSoundRows(): Promise<void> {
  const [lotId = ''] = await addWorld(database, random, { lots: 3, staysPerLot: 3 });
  for (const operator_id of await addOperators(database, 4)) {
    const told = await addLotNear(database, random, { operator_id, total_spaces: 100 });
    await addStrongStays(database, { lotId: told });
  }
  const stay = await addStay(database, {
    ...{ lotId, endedAt: new Date(), vehicleId: 7, baseRateMinor: 300 },
  });
  await refundStay(database, stay);
  // Far from the others, where the disclosed figures do not depend on copies of these.
  const [operator_id = ''] = await addOperators(database, 1);
  const away = { operator_id, latitude: 40.7, longitude: -74.1, country: 'US' };
  await changeLot(database, await addLot(database, away), true, null);
  await changeLot(database, await addLot(database, away), true, { opening_hours: '24/7' });
  const at = new Date().toISOString();
  const row = { livemode: true, at };
  const hold = { ...row, entity_id: newId('hold') };
  const [closed] = await database.sql<AuditRow>(
    `select action, entity_id, livemode, at::text, diff from audit_log
     where action = 'session.closed' limit 1`,
  );
  await insertAudit(database, [
    { ...hold, action: 'hold.created', diff: { after: { ...HELD, lot_id: lotId } } },
    { ...hold, action: 'hold.canceled', diff: { after: { activated_count: 0 } } },
    { ...hold, action: 'hold.expired', diff: { after: { activated_count: 1 } } },
    { ...row, ...closed, action: 'session.ended', entity_id: newId('ses') } as AuditRow,
    {
      ...{ ...row, action: 'operator.updated', entity_id: newId('op') },
      diff: { after: { figures_public: true } },
    },
  ]);
  await addAgentSearch(database, random);
  await database.sql(
    `insert into conversions (booking_id, livemode, city_id, searched_on)
     values ('ses_1', true, 6167865, current_date)`,
  );
  await database.sql(
    `insert into search_crowds (crowd, livemode, on_day, dimension, city_id, label)
     values (1, true, current_date, 'hour', 6167865, '12')`,
  );
  await database.sql(
    `insert into area_cells (kind, livemode, country, cell, named_on)
     values ('use', true, 'US', 586235410674352127, current_date)`,
  );
}

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const HELD = {
  space_count: 2,
  starts_at: inHours(-2),
  ends_at: inHours(2),
  expires_at: inHours(1),
};

/** Every row of every kind, broken in every way. */
async function addAllBroken(): Promise<void> {
  for (const { name } of SOURCES) await dropConstraints(database, name);
  for (const { name } of SOURCES)
    if (name !== 'audit_log') broken.set(name, await addBrokenRows(database, name));
  const members = stagedMembers();
  for (const action of stagedActions()) {
    const [sound] = await database.sql<AuditRow & { id: string }>(
      `select audit_id::text as id, action, entity_id, livemode, at::text, diff from audit_log
       where action = $1 order by audit_id desc limit 1`,
      [action],
    );
    if (sound === undefined) throw new Error(`the world has no ${action}`);
    soundIds.set(action, sound.id);
    const rows = breakAudit(sound, members);
    const ids = await insertAudit(
      database,
      rows.map(({ row }) => row),
    );
    broken.set(
      action,
      rows.map((each, i) => ({ ...each, row: ids[i] ?? '' })),
    );
  }
}

beforeAll(async () => {
  await awayFromWholeHour();
  database = await openTestDatabase();
  await addSoundRows();
  warehouse = await newWarehouse();
  await warehouse.refresh();
  await addAllBroken();
  await warehouse.refresh();
  published = await readMarts(database);
  expect(published).not.toMatchObject({ area_weeks: [] });
  expect(published).not.toMatchObject({ agent_demand: [] });
  quarantined = (await warehouse.rows(
    'select source, id::varchar as id, kind, reason from quarantined_rows',
  )) as Quarantined[];
});
afterAll(async () => {
  for (const each of opened) await each.close();
  await database.drop();
});

const keyOf = ({ source, id }: Pick<Quarantined, 'source' | 'id'>) => `${source} ${id}`;

/** The rows that were broken, by their source and id. */
function allBroken(): Map<string, Broken<string> & { of: string }> {
  return new Map(
    [...broken].flatMap(([of, rows]) => {
      const source = of.includes('.') ? 'audit_log' : of;
      return rows.map((each) => [keyOf({ source, id: each.row }), { ...each, of }] as const);
    }),
  );
}

test('each row that cannot be read is set aside once, and no sound row is', () => {
  const keys = quarantined.map(keyOf);
  expect(new Set(keys).size).toBe(keys.length);
  const known = allBroken();
  expect(keys.filter((key) => !known.has(key))).toEqual([]);
  expect(new Set(quarantined.map(({ source }) => source))).toEqual(
    new Set(SOURCES.map(({ name }) => name)),
  );
  const actions = quarantined.filter(({ source }) => source === 'audit_log');
  expect([...new Set(actions.map(({ kind }) => kind))].sort()).toEqual(stagedActions());
});

test('a reason names what is wrong, and no value', () => {
  const known = allBroken();
  for (const row of quarantined) {
    const { member = '', way } = known.get(keyOf(row)) ?? {};
    if (!/no end of its session/.test(row.reason) && member !== 'diff')
      expect(row.reason, `${row.kind} ${member} ${way}`).toContain(member.split('.').at(-1));
    expect(`${row.kind} ${row.reason}`).not.toMatch(/nonsense|infinity|9999|0044|1e|ses_|hold_/);
  }
});

/** Columns of facts with any text, or that say which row it is. */
const ANY_TEXT = ['operator_id', 'opening_hours', 'session_id', 'hold_id', 'lot_id'];

test('an audit row that is broken and read nevertheless is read as if it were sound', async () => {
  const found = new Map(quarantined.map((row) => [keyOf(row), row]));
  const known = allBroken();
  let comparedCount = 0;
  for (const fact of await factsOfAudit()) {
    const rows = await warehouse.rows(`select * exclude (batch) from ${fact}`);
    const byId = new Map(rows.map((row) => [String((row as { audit_id: bigint }).audit_id), row]));
    for (const [id, row] of byId) {
      const key = keyOf({ source: 'audit_log', id });
      const { of, way = '' } = known.get(key) ?? {};
      if (of === undefined) continue;
      expect(found.has(key), `${fact} has ${key}, which was set aside`).toBe(false);
      const sound: Record<string, unknown> = { ...byId.get(soundIds.get(of) ?? '') };
      for (const [column, value] of Object.entries(row)) {
        const isGap = value === null && ['missing', 'null'].includes(way);
        if (column === 'audit_id' || ANY_TEXT.includes(column) || isGap) continue;
        comparedCount += 1;
        expect({ fact, way, [column]: value }).toEqual({ fact, way, [column]: sound[column] });
      }
    }
  }
  expect(comparedCount).toBeGreaterThan(100);
});

async function factsOfAudit(): Promise<string[]> {
  const columns = await warehouse.rows(
    `select distinct table_name as name from duckdb_columns()
     where column_name = 'audit_id' and table_name like 'fct_%'`,
  );
  return columns.map((row) => (row as { name: string }).name);
}

/** Of these columns, with what they were broken by, no figure is made that could be wrong. */
const HARMLESS = {
  'cell_cities.city_id': 'null negative huge',
  'conversions.booking_id': 'null empty text',
  'conversions.city_id': 'negative huge',
  'occupancy_counts.source': 'null empty text',
  'ordinary_days.open_minutes': 'null',
  'ordinary_days.opening_hours': 'empty text',
  'search_crowds.city_id': 'negative huge',
  'search_crowds.crowd': 'null negative huge',
  'search_log.agent_platform': 'null empty text',
  'search_log.available_lot_count': 'huge',
  'search_log.caller_ordinal': 'null',
  'search_log.city': 'null empty text',
  'search_log.city_id': 'null negative huge',
  'search_log.country': 'null empty text',
  'search_log.found_lot_count': 'null negative huge',
  'search_log.nearest_lot_m': 'null negative huge',
  'search_log.network_ordinal': 'null',
  'search_log.operator_ordinal': 'null',
  'search_log.radius_m': 'null negative huge',
  'search_log.state': 'null empty text',
};

test('of the other sources only what no figure reads, or may be unknown, is read', () => {
  const found = new Set(quarantined.map(keyOf));
  const read = [...allBroken()].filter(([key, { of }]) => !of.includes('.') && !found.has(key));
  const byMember = Map.groupBy(read, ([, { of, member }]) => `${of}.${member}`);
  const ways = [...byMember].map(
    ([name, rows]) => [name, rows.map(([, { way }]) => way).join(' ')] as const,
  );
  expect(Object.fromEntries(ways)).toEqual(HARMLESS);
});

test('what is published is what would be without these rows', async () => {
  const bySource = Map.groupBy(quarantined, ({ source }) => source);
  for (const [source, rows] of bySource) {
    const ids = rows.map(({ id }) => id);
    const isAside = `${ID_COLUMNS[source]} = any($1)`;
    await database.sql(`create table aside_${source} as select * from ${source} limit 0`);
    await database.sql(`insert into aside_${source} select * from ${source} where ${isAside}`, [
      ids,
    ]);
    await database.sql(`delete from ${source} where ${isAside}`, [ids]);
  }
  const without = await newWarehouse();
  await without.refresh();
  expect(await readMarts(database)).toEqual(published);
  for (const source of bySource.keys())
    await database.sql(
      `insert into ${source} overriding system value select * from aside_${source}`,
    );
});

test('after a repair, rows that are tried again count as if they had never been broken', async () => {
  const rows = quarantined.filter(({ source }) => source === 'audit_log');
  const repaired = await database.sql<{ id: string }>(
    `update audit_log as row
     set diff = sound.diff, livemode = sound.livemode, at = sound.at,
       entity_id = case
         when row.action like 'lot.%' then gen_random_uuid()::text
         else coalesce(nullif(row.entity_id, ''), sound.entity_id || row.audit_id) end
     from audit_log as sound
     where row.audit_id = any($1) and sound.action = row.action and sound.audit_id = any($2)
     returning row.audit_id::text as id`,
    [rows.map(({ id }) => id), [...soundIds.values()]],
  );
  expect(repaired).toHaveLength(rows.length);
  const now = await database.sql(
    `select audit_id::text as id, entity_id, livemode, at, diff from audit_log
     where audit_id = any($1)`,
    [rows.map(({ id }) => id)],
  );
  await warehouse.rows(
    `update raw_audit
     set diff = good.diff, livemode = good.livemode, logged_at = good.at, entity_id = good.entity_id
     from (select unnest(from_json('${JSON.stringify(now).replaceAll("'", "''")}', '[{
       "id": "BIGINT", "entity_id": "VARCHAR", "livemode": "BOOLEAN", "at": "TIMESTAMPTZ",
       "diff": "JSON"}]')) as good)
     where audit_id = good.id`,
  );
  const { tried_count } = await warehouse.retry('audit_log');
  expect(tried_count).toBe(rows.length);
  const left = await warehouse.rows(
    `select distinct kind from quarantined_rows where source = 'audit_log'`,
  );
  // Of copies of payments, whose sessions are no copies.
  expect(left).toEqual([{ kind: 'payment.completed' }]);
  const tried = await readMarts(database);
  const sound = await newWarehouse();
  await sound.refresh();
  expect(await readMarts(database)).toEqual(tried);
});

test('a session whose end cannot be read is over, and not open for ever', async () => {
  const stays = 'select session_id as id from open_stays where balance > 0 limit 1';
  const [stay] = (await warehouse.rows(stays)) as { id: string }[];
  const id = stay?.id ?? '';
  expect(await isOpen(id)).toBe(true);
  await insertAudit(database, [
    {
      ...{ action: 'session.closed', entity_id: id, livemode: true },
      ...{ at: new Date().toISOString(), diff: { after: {} } },
    },
  ]);
  await warehouse.refresh();
  expect(await isOpen(id)).toBe(false);
});

async function isOpen(sessionId: string): Promise<boolean> {
  const sql = `from open_stays where session_id = '${sessionId}' and balance > 0`;
  return (await warehouse.rows(sql)).length > 0;
}

test('a process that ends between a fact and the next sets a row aside once', async () => {
  const key = newId('hold');
  await insertAudit(database, [
    {
      ...{ action: 'hold.created', entity_id: key, livemode: true },
      ...{ at: new Date().toISOString(), diff: { after: {} } },
    },
  ]);
  const cut = (point: string) => {
    if (point === 'fct_holds added') throw new Error('cut');
  };
  await expect(warehouse.refresh(cut)).rejects.toThrow('cut');
  await warehouse.refresh();
  const found = `select fact from quarantined_rows where entity_id = '${key}'`;
  expect(await warehouse.rows(found)).toEqual([{ fact: 'fct_holds' }]);
});

/** The statements of the warehouse with one text replaced. */
function statementsWith(path: string, from: string, to: string): string {
  const root = mkdtempSync(join(tmpdir(), 'hexlot-statements-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync('sql/warehouse', root, { recursive: true });
  const text = readFileSync(join(root, path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(root, path), text.replace(from, to));
  return root;
}

test('a row on which a statement fails unforeseen is found, set aside and named', async () => {
  const root = statementsWith(
    '3_facts/fct_stays.sql',
    'from stays\n',
    "from stays where if(subtotal_minor = 4_242, error('odd'), true)\n",
  );
  const [lot] = await database.sql<{ id: string }>('select lot_id as id from lots limit 1');
  const lotId = lot?.id ?? '';
  const odd = await addStay(database, { lotId, endedAt: new Date(), subtotalMinor: 4_242 });
  const sound = await addStay(database, { lotId, endedAt: new Date() });
  const other = await newWarehouse(root);
  await warehouse.release();
  copyFileSync(warehouse.path, other.path);
  await other.refresh();
  const unforeseen = await other.rows(
    'select entity_id, kind, reason from quarantined_rows where not is_foreseen',
  );
  const reason = 'fct_stays fails on it: Invalid Input Error';
  expect(unforeseen).toEqual([{ entity_id: odd.sessionId, kind: 'session.closed', reason }]);
  const ids = [odd, sound].map(({ sessionId }) => `'${sessionId}'`);
  expect(
    await other.rows(`select session_id from fct_paid_stays where session_id in (${ids})`),
  ).toEqual([{ session_id: sound.sessionId }]);
});

test('when a large part of what a fact reads is set aside, nothing is published, and health shows it', async () => {
  const before = await publication();
  await insertAudit(
    database,
    Array.from({ length: 101 }, (_, i) => ({
      ...{ action: 'operator.updated', entity_id: `op_${i}`, livemode: true },
      ...{ at: new Date().toISOString(), diff: { after: { figures_public: 'nonsense' } } },
    })),
  );
  delete limits.quarantineRowsMax;
  await expect(warehouse.refresh()).rejects.toThrow(
    /does without .* hexlot quarantine list says why/,
  );
  expect(await publication()).toEqual(before);
  const noted = `select quarantine -> 'is_too_large' as is_too_large from refresh_status`;
  expect(await database.sql(noted)).toEqual([{ is_too_large: true }]);
});

test('after a change of what reads them, rows are tried again by all facts of their source', async () => {
  const root = statementsWith(
    '2_staging/stg_holds.sql',
    'hold.space_count, 1, 50',
    'hold.space_count, 1, 60',
  );
  await warehouse.release();
  const log = pino({ level: 'silent' });
  const changed = await openDuckDBWarehouse({ path: warehouse.path, log, root });
  const sources = (await changed.countQuarantined()).map(({ source }) => source);
  expect(sources).toContain('search_log');
  expect(sources).not.toContain('audit_log');
  expect(await changed.progress('fct_lot_changes')).toBe(0);
  expect(await changed.progress('fct_searches')).toBeGreaterThan(0);
  await changed.close();
});

const publication = () => database.sql('select publication_id, as_of from marts.publication');
