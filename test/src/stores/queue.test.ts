import { getRollbackPlans, PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openQueue, QUEUE_VERSION, type Queue } from '../../../src/stores/queue.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';

const ANSWER_MS_MAX = 20_000;
const log = pino({ level: 'silent' });

let database: TestDatabase;
let server: Queue;
let client: Queue;

beforeAll(async () => {
  database = await openTestDatabase();
  server = await openQueue({ connectionString: database.pipelines.connectionString, log });
  client = await openQueue({ connectionString: database.owner.connectionString, log });
});
afterAll(async () => {
  await client.stop();
  await server.stop();
  await database.drop();
});

test('every caller gets the answer of its own job, also when two ask at once', async () => {
  let runs = 0;
  await server.serve('count', 'asked', async () => ({ run: ++runs }));
  const answers = await Promise.all([
    client.ask<{ run: number }>('count', ANSWER_MS_MAX),
    client.ask<{ run: number }>('count', ANSWER_MS_MAX),
  ]);
  expect(answers.map(({ run }) => run).sort()).toEqual([1, 2]);
});

test('jobs that waited before anybody served them are all done at once, without a notice', async () => {
  const asked = [1, 2, 3].map((n) => client.ask<{ n: number }>('waiting', ANSWER_MS_MAX, { n }));
  await expect
    .poll(() => database.sql(`select from pgboss.job where name = 'waiting'`))
    .toHaveLength(3);
  await server.serve('waiting', 'asked', async (data) => ({ ...data }));
  expect(await Promise.all(asked)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('the caller gets the error of a failed job, and the job is not tried again', async () => {
  let runs = 0;
  await server.serve('refuse', 'asked', async () => {
    runs += 1;
    throw new Error('the marts are broken');
  });
  await expect(client.ask('refuse', ANSWER_MS_MAX)).rejects.toThrow('the marts are broken');
  expect(runs).toBe(1);
});

test('a queue that an older version has made notifies of new jobs, so that nobody has to ask', async () => {
  const boss = new PgBoss({ connectionString: database.connectionString, migrate: false });
  await boss.start();
  await boss.createQueue('older');
  await server.serve('older', 'asked', async () => ({}));
  expect(await boss.getQueue('older')).toMatchObject({ notify: true });
  await boss.stop();
});

test('waiting for a job that is not served ends at the given timeout', async () => {
  await expect(client.ask('unserved', 300)).rejects.toThrow('not done within 300 ms');
});

test('a job that is due every second runs without being asked, one run at a time', async () => {
  const ticks: number[] = [];
  let inHand = 0;
  await new Promise<void>((resolve) => {
    void server.serve('tick', { everySeconds: 1 }, async () => {
      inHand += 1;
      ticks.push(inHand);
      await database.sql('select pg_sleep(0.1)');
      inHand -= 1;
      if (ticks.length === 3) resolve();
      return {};
    });
  });
  expect(ticks.slice(0, 3)).toEqual([1, 1, 1]);
});

test('stopping resolves only when the current job is done', async () => {
  const { connectionString } = database.pipelines;
  const passing = await openQueue({ connectionString, log });
  let isDone = false;
  const began = new Promise<void>((resolve) => {
    void passing.serve('slow', { everySeconds: 60 }, async () => {
      resolve();
      await database.sql('select pg_sleep(0.5)');
      isDone = true;
      return {};
    });
  });
  await began;
  await passing.stop();
  expect(isDone).toBe(true);
});

test('tables of an older version are brought up to date where the database is migrated', async () => {
  const older = await openTestDatabase();
  const join = () => openQueue({ connectionString: older.pipelines.connectionString, log });
  await older.sql(getRollbackPlans('pgboss', QUEUE_VERSION));
  await expect(join()).rejects.toThrow('requires migrations');
  await migrate(older.connectionString);
  await (await join()).stop();
  await older.drop();
});
