import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openStartStage,
  type RunningCommand,
  type StartStage,
} from '../../bin/stage/start-process.ts';
import { openOwnedDatabase } from '../../stage/database.ts';

let stage: StartStage;

beforeAll(async () => {
  stage = await openStartStage();
});
afterAll(() => stage.close());

/** Starts the whole service on a database, without the demo. */
async function start(connectionString: string): Promise<RunningCommand> {
  const running = stage.run(['start'], {
    HEXLOT_DATABASE_URL: connectionString,
    HEXLOT_SEED: 'none',
  });
  await running.until(() => running.printed().includes('Ctrl-C stops.'));
  return running;
}

/** The database users that each part of the service is connected as. */
async function connections(connectionString: string): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select distinct application_name as part, usename as role from pg_stat_activity
       where datname = current_database()
         and application_name in ('hexlot api', 'hexlot pipelines', 'hexlot queue')
       order by part`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

const roles = (api: string, pipelines: string) => [
  { part: 'hexlot api', role: api },
  { part: 'hexlot pipelines', role: pipelines },
  { part: 'hexlot queue', role: pipelines },
];

test('the API and the pipelines work with their own roles, which a start makes', async () => {
  const { name, connectionString, drop } = await openOwnedDatabase('createrole');
  const running = await start(connectionString);
  expect(await connections(connectionString)).toEqual(roles(`${name}_api`, `${name}_pipelines`));
  expect(await running.interrupt('SIGINT')).toEqual([0, null]);
  expect(running.said()).not.toContain('rights');
  await drop();
});

test('where roles cannot be made, all parts work as the owner, with one warning', async () => {
  const { name, connectionString, drop } = await openOwnedDatabase();
  const running = await start(connectionString);
  expect(await connections(connectionString)).toEqual(roles(name, name));
  const [, url = ''] = /is up at (\S+)/.exec(running.printed()) ?? [];
  expect((await fetch(`${url}/api/v1/lots/search?lat=1&lng=1`)).status).toBe(200);
  expect(await running.interrupt('SIGINT')).toEqual([0, null]);
  const lines = running.said().split('\n');
  const warnings = lines.filter((line) => line.includes('all the rights'));
  expect(warnings).toHaveLength(1);
  expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
    level: 40,
    problem: expect.stringContaining('permission denied to create role'),
  });
  await drop();
});
