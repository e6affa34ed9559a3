import { cellToParent, latLngToCell } from 'h3-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findCrowds } from '../../../../src/demand/searches/find-crowds.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addSearches, byAddress, byKey, DOWNTOWN, passMs, type Wish } from './unmet.ts';

const WRITTEN = 'search_log, search_callers, searcher_counts, search_crowds, crowd_members';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql('alter table search_crowds disable trigger search_crowds_is_append_only');
  await database.sql(`truncate ${WRITTEN}`);
});

const NOW = { ageMs: 0 };
async function find(): Promise<number> {
  await database.passHorizon();
  return findCrowds(database.pipelines);
}

async function crowds() {
  const rows = await database.sql<{ dimension: string; label: string }>(
    'select dimension, label from search_crowds order by dimension, label',
  );
  return rows.map(({ dimension, label }) => `${dimension} ${label}`);
}

const by = (count: number, more: Wish = {}): Wish[] =>
  Array.from({ length: count }, (_, i) => ({ caller: byKey(`caller${i}`), ...NOW, ...more }));

const cellsAt = ({ lat, lng }: { lat: number; lng: number }) =>
  [5, 6, 7, 8, 9].map(
    (resolution) => `cell ${BigInt(`0x${cellToParent(latLngToCell(lat, lng, 9), resolution)}`)}`,
  );

test('three callers make a crowd of every cell they share, and two make none', async () => {
  await addSearches(database, by(2));
  await find();
  // The same two; the first is known already.
  await addSearches(database, by(2));
  await find();
  expect(await crowds()).toEqual([]);
  await addSearches(database, [{ caller: byAddress('192.0.2.77'), ...NOW }]);
  expect(await find()).toBe(5);
  expect(await crowds()).toEqual(cellsAt(DOWNTOWN).toSorted());
});

test('an operator is one caller, with however many keys and platforms', async () => {
  const keys = ['a', 'b', 'c'].map((name) => ({ ...byKey(name), operatorId: 'op_one' }));
  await addSearches(
    database,
    keys.map((caller, i) => ({ caller, agentPlatform: `agent${i}`, ...NOW })),
  );
  await find();
  expect(await crowds()).toEqual([]);
  await addSearches(database, by(2));
  expect(await find()).toBe(5);
});

test('one caller is one, whatever its address, and so is a network of IPv6', async () => {
  const caller = { ...byKey('one'), ip: '203.0.113.1' };
  const hosts = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(byAddress);
  await addSearches(database, [{ caller, ...NOW }, ...by(1), ...by(1)]);
  await addSearches(database, [{ caller: byKey('one'), ...NOW }]);
  await find();
  expect(await crowds()).toEqual([]);
  await database.sql('truncate search_log, search_callers, crowd_members');
  await addSearches(
    database,
    hosts.map((host) => ({ caller: host, ...NOW })),
  );
  await find();
  expect(await crowds()).toEqual([]);
});

test("agents' queries in a city make crowds of it, an hour, a platform, place and wanted date", async () => {
  const window = { from: new Date('2027-03-01T04:00:00Z') };
  await addSearches(database, by(3, { agentPlatform: 'claude', window }));
  await addSearches(database, by(2, { agentPlatform: 'gemini', kind: 'rates' }));
  await find();
  const [, , , place] = cellsAt(DOWNTOWN);
  const [{ local_hour } = {}] = await database.sql<{ local_hour: number }>(
    'select local_hour from search_log',
  );
  expect((await crowds()).filter((crowd) => !crowd.startsWith('cell'))).toEqual([
    'all ',
    `hour ${local_hour}`,
    `place ${place?.slice('cell '.length)}`,
    'platform claude',
    'wanted_on 2027-02-28',
  ]);
});

test('callers of two days are no crowd, and the worlds stay apart', async () => {
  await addSearches(database, [...by(2), ...by(3, { livemode: false }).slice(2)]);
  await addSearches(database, by(3, { ageMs: 23.99 * 3_600_000 }).slice(2));
  await passMs(database, 0);
  await find();
  const [row] = await database.sql<{ days: number }>(
    "select count(distinct (at at time zone 'UTC')::date)::integer as days from search_log",
  );
  expect(row?.days).toBe(2);
  expect(await crowds()).toEqual([]);
});

test('a caller whose search does not count makes no crowd with two others', async () => {
  const [claude, gemini] = [{ agentPlatform: 'claude' }, { agentPlatform: 'gemini' }];
  const often = Array.from({ length: 20 }, () => ({ caller: byKey('often'), ...claude, ...NOW }));
  const once = { caller: byKey('often'), ...gemini, ...NOW };
  await addSearches(database, [...often, once, ...by(2, gemini)]);
  await find();
  expect(await crowds()).toContain('all ');
  expect(await crowds()).not.toContain('platform gemini');
});

test('finding at once and part by part finds the same crowds once', async () => {
  await addSearches(database, by(3));
  await Promise.all([find(), find(), find()]);
  expect(await crowds()).toHaveLength(5);
  await addSearches(database, by(5));
  expect(await find()).toBe(0);
});
