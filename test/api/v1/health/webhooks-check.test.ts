import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import { relayEvents } from '../../../../src/outbound/webhooks/courier/relay-events.ts';
import {
  addDeliveries,
  addWebhook,
} from '../../../src/outbound/webhooks/manage/many-deliveries.ts';
import { runExplained } from '../../../stage/statement-plan.ts';
import { startTestApi, type TestApi } from '../../client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await api.database.sql(
    `insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of)
     values ('test', '0', 0, now() + interval '1 hour')`,
  );
});
afterAll(() => api.stop());

const check = async () => {
  const { body } = await api.request('GET', '/api/v1/health');
  return { service: body.status, ...body.checks.webhooks };
};

test('a delivery that is overdue by more than a minute is a warning, until it is sent', async () => {
  const { sql } = api.database;
  const webhookId = await addWebhook(api.database);
  await addDeliveries(api.database, webhookId, { count: 1, status: 'pending', dueSeconds: 60 });
  expect(await check()).toEqual({ service: 'pass', status: 'pass', overdue_s: 0, paused: 0 });
  await addDeliveries(api.database, webhookId, { count: 1, status: 'pending', dueSeconds: -55 });
  expect(await check()).toMatchObject({ service: 'pass', status: 'pass' });
  await addDeliveries(api.database, webhookId, { count: 1, status: 'pending', dueSeconds: -90 });
  const late = await check();
  expect(late).toMatchObject({ service: 'warn', status: 'warn' });
  expect(late.overdue_s).toBeGreaterThanOrEqual(90);
  await sql(`update deliveries set status = 'delivered', finished_at = now()`);
  expect(await check()).toMatchObject({ service: 'pass', overdue_s: 0 });
});

test('a receiver that is slow is no warning of the service', async () => {
  const webhookId = await addWebhook(api.database);
  await addDeliveries(api.database, webhookId, { count: 1, status: 'pending', dueSeconds: -90 });
  const said = (sentAgo: string) =>
    api.database.sql(
      'update webhooks set last_failure_at = now() - $2::interval where webhook_id = $1',
      [webhookId, sentAgo],
    );
  await said('30 seconds');
  const slow = await check();
  expect(slow).toMatchObject({ service: 'pass', status: 'pass' });
  expect(slow.overdue_s).toBeGreaterThanOrEqual(90);
  await said('2 minutes');
  expect((await check()).status).toBe('warn');
  await api.database.sql('delete from deliveries');
});

test('what waits for the proof of an address is not overdue', async () => {
  const webhookId = await addWebhook(api.database);
  await addDeliveries(api.database, webhookId, { count: 1, status: 'pending', dueSeconds: -90 });
  expect((await check()).status).toBe('warn');
  await api.database.sql('update webhook_addresses set verified_at = null');
  expect(await check()).toMatchObject({ status: 'pass', overdue_s: 0 });
  await api.database.sql('delete from deliveries');
});

test('what waits for a paused webhook is not overdue, and a pause is no warning', async () => {
  const webhookId = await addWebhook(api.database);
  await addDeliveries(api.database, webhookId, { count: 5, status: 'pending', dueSeconds: -900 });
  expect((await check()).status).toBe('warn');
  await api.database.sql(
    `update webhooks
     set status = 'paused', paused_at = now(), pause_reason = 'failures', round = 2
     where webhook_id = $1`,
    [webhookId],
  );
  expect(await check()).toEqual({ service: 'pass', status: 'pass', overdue_s: 0, paused: 1 });
  await api.database.sql('update webhooks set deleted_at = now() where webhook_id = $1', [
    webhookId,
  ]);
  expect(await check()).toMatchObject({ paused: 0 });
});

test('an event without deliveries by a courier is overdue, too', async () => {
  await relayEvents(api.database.courier);
  const { operatorId } = await api.createKey();
  await api.database.sql(
    `insert into events (
       event_id, type, version, livemode, operator_id, entity_id, created_at, data)
     values ($1, 'lot.updated', 2, true, $2, 'made up', now() - interval '5 minutes',
       '{"lot_id": "x", "changed": ["name"], "before": {}, "after": {}}')`,
    [newId('evt'), operatorId],
  );
  const late = await check();
  expect(late.status).toBe('warn');
  expect(late.overdue_s).toBeGreaterThanOrEqual(300);
  await relayEvents(api.database.courier);
  expect((await check()).status).toBe('pass');
});

test('of any number that wait only one per webhook is read', async () => {
  await api.database.sql('delete from deliveries');
  for (let i = 0; i < 3; i++)
    await addDeliveries(api.database, await addWebhook(api.database), {
      count: 10_000,
      status: 'pending',
      dueSeconds: 600,
    });
  const steps = await runExplained(api.database, 'health_find_webhooks', { vouched: [] });
  const read = steps.filter((step) => step['Relation Name'] === 'deliveries');
  expect(read.length).toBeGreaterThan(0);
  for (const step of read) {
    expect(step['Node Type']).toMatch(/^Index/);
    expect(step['Actual Rows'] * step['Actual Loops']).toBeLessThanOrEqual(3);
    expect(step['Rows Removed by Filter'] ?? 0).toBe(0);
  }
});
