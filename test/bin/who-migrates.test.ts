import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabaseBefore, type TestDatabase } from '../stage/database.ts';
import { callHexlot } from './stage/call-hexlot.ts';
import { runHexlot } from './stage/run-hexlot.ts';
import { openStartStage, type StartStage } from './stage/start-process.ts';

const ROLES = ['api', 'courier', 'pipelines'];
const LACK =
  /the database lacks migrations \(.*000070_indexes_beside_writers\.sql.*\): run hexlot migrate/;

let stage: StartStage;
let database: TestDatabase;
let settings: Record<string, string>;

beforeAll(async () => {
  stage = await openStartStage();
  database = await openDatabaseBefore('000070');
  settings = { HEXLOT_DATABASE_URL: database.connectionString, HEXLOT_SEED: 'none' };
});
afterAll(async () => {
  await stage.close();
  await database.drop();
});

const names = async () =>
  (await database.sql<{ name: string }>('select name from migrations order by name')).map(
    ({ name }) => name,
  );

test('only `hexlot migrate` migrates; all others say what they wait for, and go on once it is there', async () => {
  const before = await names();
  const roles = ROLES.map((role) => stage.run([role], settings));
  const start = stage.run(['start'], settings);
  expect(await callHexlot(['status'], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^hexlot: ${LACK.source}\n$`)),
  });
  for (const running of [...roles, start]) {
    await running.until(() => running.said().includes('\n'));
    expect(running.said()).toMatch(LACK);
  }
  expect(await names()).toEqual(before);
  expect(await start.interrupt('SIGTERM')).toEqual([0, null]);

  const { code, stderr } = await runHexlot(['migrate'], settings);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const [index, running] of roles.entries()) {
    await running.until(() => running.said().includes(`${ROLES[index]} is up`));
    expect(await running.interrupt('SIGTERM')).toEqual([0, null]);
  }
});

test('a database that a newer version has migrated is refused in one line', async () => {
  await database.sql("insert into migrations (name) values ('999999_future.sql')");
  const runs = { api: runHexlot, migrate: callHexlot, start: runHexlot };
  for (const [command, run] of Object.entries(runs))
    expect(await run([command], { ...settings, HEXLOT_PORT: '0' })).toMatchObject({
      code: 1,
      stderr:
        'hexlot: HEXLOT_DATABASE_URL cannot be used ' +
        '(the database was migrated by a newer version: 999999_future.sql)\n',
    });
});
