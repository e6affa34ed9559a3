import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../../src/access/ids.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { rowsLookedAt, runExplained } from '../../../../stage/statement-plan.ts';
import { addDeliveries, addWebhook } from './many-deliveries.ts';

let database: TestDatabase;
let webhookId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  webhookId = await addWebhook(database);
  await addDeliveries(database, webhookId, { count: 20_000, status: 'delivered' });
  await addDeliveries(database, webhookId, { count: 3, status: 'failed' });
  await addDeliveries(database, await addWebhook(database), { count: 5_000, status: 'failed' });
});
afterAll(() => database.drop());

/** The rows that a page of this status reads. */
async function readRows(status: string | null): Promise<number> {
  const steps = await runExplained(database, 'deliveries_list', {
    webhookId,
    status,
    type: null,
    afterUs: Date.now() * 1_000,
    afterId: newId('del'),
    rowLimit: 101,
  });
  const read = steps.filter((step) => step['Relation Name'] === 'deliveries');
  expect(new Set(read.map((step) => step['Node Type']))).toEqual(new Set(['Index Scan']));
  return rowsLookedAt(steps, 'deliveries');
}

test('of many deliveries only one page is read, by index', async () => {
  expect(await readRows(null)).toBeLessThanOrEqual(101 + 3);
  expect(await readRows('delivered')).toBeLessThanOrEqual(101 + 3);
});

test('of few that failed among many, only those are read', async () => {
  expect(await readRows('failed')).toBe(3);
});
