import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { addCaller } from '../../stage/fixtures.ts';

// Searches that were made before callers were operators (migration 000053).

let database: TestDatabase;
let operatorId: string;
let keyIds: string[];
beforeAll(async () => {
  database = await openDatabaseBefore('000053');
  const first = await addCaller(database);
  const second = await addCaller(database, { operatorId: first.operatorId });
  ({ operatorId } = first);
  keyIds = [first.id, second.id];
  await database.sql(
    `insert into search_log (search_id, at, livemode, kind, cell, cell_latitude, cell_longitude,
       radius_m, found_lot_count, available_lot_count)
     overriding system value
     select i, now(), true, 'search', 617700169958293503, 43.65, -79.38, 500, 0, 0
     from generate_series(1, 3) as i`,
  );
  await database.sql(
    `insert into search_callers (search_id, at, caller, agent, latitude, longitude)
     select i, now(), hash_caller(secret, who), case when i = 1 then hash_caller(secret, 'x') end,
       43.65, -79.38
     from caller_secret, unnest($1::text[]) with ordinality as callers (who, i)`,
    [[...keyIds.map((id) => `key ${id}`), 'network 192.0.2.1/32']],
  );
  await database.sql(
    'insert into crowd_members (crowd, caller, at) select 1, caller, at from search_callers',
  );
  await migrate(database.connectionString);
});
afterAll(() => database.drop());

const hashOf = async (who: string) => {
  const [row] = await database.sql<{ hash: string }>(
    'select hash_caller(secret, $1) as hash from caller_secret',
    [who],
  );
  return row?.hash;
};

test('two keys of an operator become one caller, also of groups that are no crowd yet', async () => {
  const callers = [await hashOf(`operator ${operatorId}`), await hashOf('network 192.0.2.1/32')];
  const rows = (table: string) =>
    database.sql<{ caller: string }>(`select distinct caller from ${table}`);
  for (const table of ['search_callers', 'crowd_members'])
    expect((await rows(table)).map(({ caller }) => caller).sort()).toEqual(callers.sort());
});

test("an agent's key is still known, so that what it books follows its search", async () => {
  expect(
    await database.sql('select search_id::integer, key from search_callers where key is not null'),
  ).toEqual([{ search_id: 1, key: await hashOf(`key ${keyIds[0]}`) }]);
});

test('the searches have no ordinal, and are known to be from before', async () => {
  expect(await database.sql('select distinct caller_ordinal, is_keyed from search_log')).toEqual([
    { caller_ordinal: null, is_keyed: null },
  ]);
});
