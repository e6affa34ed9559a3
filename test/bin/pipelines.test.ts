import { getPriority } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOwnedDatabase } from '../stage/database.ts';
import { openStartStage, type StartStage } from './stage/start-process.ts';

let stage: StartStage;

beforeAll(async () => {
  stage = await openStartStage();
});
afterAll(() => stage.close());

test('the pipelines leave the processors to other processes that need them', async () => {
  const { connectionString, drop } = await openOwnedDatabase('createrole');
  const running = stage.run(['pipelines'], { HEXLOT_DATABASE_URL: connectionString });
  await running.until(() => running.said().includes('pipelines is up'));
  expect(getPriority(running.child.pid)).toBeGreaterThan(getPriority());
  expect(await running.interrupt('SIGINT')).toEqual([0, null]);
  await drop();
});
