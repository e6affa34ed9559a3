import { expect, test } from 'vitest';
import { openStatements } from './watch-statements.ts';

const STATEMENTS = new Map([
  ['state/relations.table', 'create table relations (name varchar, batch integer)'],
  ['state/watermarks.table', 'create table watermarks (source varchar)'],
  ['reads', 'create sequence reads'],
  ['state/relations_insert', 'insert into relations values ($name, 0)'],
  ['state/relations_move', 'update relations set batch = $batch where name = $name'],
  ['state/relations_break', "update relations set batch = 'many'::integer"],
  ['state/watermarks_insert', "insert into watermarks values ('audit_log')"],
  ['state/log_merge', 'checkpoint'],
  // Each reading of the table has a number of its own.
  ['state/relations_progress', "select batch, nextval('reads')::integer as read from relations"],
]);

async function openState() {
  const duckdb = await openStatements(STATEMENTS);
  await duckdb.transaction(async (session) => {
    for (const path of ['state/relations.table', 'state/watermarks.table', 'reads'])
      await session.run(path);
    await session.run('state/relations_insert', { name: 'fct_stays' });
  });
  const known = () => duckdb.alone((session) => session.known('state/relations_progress'));
  return { duckdb, known };
}

test('the state is read once until something of its table is written', async () => {
  const { duckdb, known } = await openState();
  const [batch, read] = [0, 1];
  expect(await known()).toEqual([{ batch, read }]);
  expect(await known()).toEqual([{ batch, read }]);
  await duckdb.transaction((session) => session.run('state/watermarks_insert'));
  await duckdb.alone((session) => session.run('state/log_merge'));
  expect(await known()).toEqual([{ batch, read }]);
  await duckdb.transaction((session) =>
    session.run('state/relations_move', { name: 'fct_stays', batch: 5 }),
  );
  expect(await known()).toEqual([{ batch: 5, read: 2 }]);
  expect(await known()).toEqual([{ batch: 5, read: 2 }]);
});

test('what a transaction has written is known within it, and not after it was rolled back', async () => {
  const { duckdb, known } = await openState();
  expect(await known()).toMatchObject([{ batch: 0 }]);
  const moved = duckdb.transaction(async (session) => {
    await session.run('state/relations_move', { name: 'fct_stays', batch: 7 });
    expect(await session.known('state/relations_progress')).toMatchObject([{ batch: 7 }]);
    await session.run('state/relations_break');
  });
  await expect(moved).rejects.toThrow('Conversion Error');
  expect(await known()).toMatchObject([{ batch: 0 }]);
});
