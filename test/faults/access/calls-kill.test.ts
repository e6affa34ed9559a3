import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childEnvironment } from '../../../src/config.ts';
import { openTestDatabase, type TestDatabase } from '../../stage/database.ts';
import { addCaller } from '../../stage/fixtures.ts';
import { untilHolds } from '../../stage/until-holds.ts';

const RECORDER = fileURLToPath(new URL('./calls-process.ts', import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

async function countOf(callerId: string): Promise<number> {
  const [row] = await database.sql<{ count: number }>(
    `select coalesce(sum(ok_count), 0)::integer as count from call_counts
     where caller_id = $1 and span = 'hour'`,
    [callerId],
  );
  return row?.count ?? 0;
}

test('after a kill no call is counted twice, and at most those in memory are missing', async () => {
  const caller = await addCaller(database);
  const args = [RECORDER, database.connectionString, JSON.stringify(caller)];
  const child = spawn(process.execPath, args, {
    env: childEnvironment({}),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let sent = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    sent = Number(line);
  });
  // It has written twice.
  await untilHolds(async () => expect(await countOf(caller.id)).toBeGreaterThan(0));
  const first = await countOf(caller.id);
  await untilHolds(async () => expect(await countOf(caller.id)).toBeGreaterThan(first));
  child.kill('SIGKILL');
  await once(child, 'close');
  const written = await countOf(caller.id);
  expect(written).toBeGreaterThan(first);
  expect(written).toBeLessThanOrEqual(sent);
  const days = await database.sql(
    `select sum(ok_count)::integer as count from call_counts
     where caller_id = $1 and span = 'day'`,
    [caller.id],
  );
  expect(days).toEqual([{ count: written }]);
});
