import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import type { TestKey } from '../../client.ts';
import { openServer, type Server } from './stage.ts';

let server: Server;
let key: TestKey;
beforeAll(async () => {
  server = await openServer();
  key = await server.api.createKey();
});
afterAll(() => server.api.stop());

/** A webhook of an operator that does not own the server. */
async function addWebhook(columns: string, as = key): Promise<string> {
  const body = {
    url: 'https://hooks.example.com/private/in?token=s3cret',
    events: ['lot.updated'],
  };
  const made = await server.api.request('POST', '/api/v1/webhooks', { key: as.secret, body });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body.webhook;
  await server.api.database.sql(`update webhooks set ${columns} where webhook_id = $1`, [id]);
  return id;
}

const ids = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

test('webhooks to which nothing gets through are listed, with the host alone', async () => {
  const { api, get } = server;
  await addWebhook(`description = 'well'`);
  await addWebhook(`status = 'paused', paused_at = now(), pause_reason = 'operator'`);
  await addWebhook(`consecutive_failures = 3, deleted_at = now()`);
  const failing = await addWebhook('consecutive_failures = 3, last_failure_at = now()');
  const gone = await addWebhook(`status = 'paused', paused_at = now(), pause_reason = 'gone'`);
  const test = await api.createKey({ operatorId: key.operatorId, mode: 'test' });
  const tested = await addWebhook('consecutive_failures = 1', test);
  for (const [due, round, status] of [
    ['5 minutes', 1, 'pending'],
    ['-1 minute', 1, 'pending'],
    ['9 minutes', 1, 'delivered'],
    ['9 minutes', 0, 'pending'],
  ])
    await api.database.sql(
      `insert into deliveries (webhook_id, event_id, type, status, round, due_at, finished_at)
       values ($1, $2, 'lot.updated', $3, $4, now() - $5::interval,
         case when $3 <> 'pending' then now() end)`,
      [failing, newId('evt'), status, round, due],
    );
  const answer = await get('webhooks');
  expect(answer.status, answer.text).toBe(200);
  expect(ids(answer)).toEqual([tested, gone, failing]);
  const [inTest, paused, found] = answer.body.data;
  expect(inTest).toMatchObject({ livemode: false, waiting_count: 0, oldest_due_at: null });
  expect(paused).toMatchObject({ status: 'paused', pause_reason: 'gone', last_failure_at: null });
  expect(found).toMatchObject({
    ...{ operator_id: key.operatorId, operator_name: 'Test', livemode: true },
    ...{ host: 'hooks.example.com', status: 'active', pause_reason: null },
    ...{ consecutive_failures: 3, waiting_count: 2 },
  });
  const age = Date.now() - Date.parse(found.oldest_due_at);
  expect(Math.round(age / 60_000)).toBe(5);
  expect(answer.text).not.toMatch(/s3cret|token|private|whsec/);
});

test('the list goes on page by page', async () => {
  const { get } = server;
  const all = ids(await get('webhooks', { limit: 100 }));
  const first = await get('webhooks', { limit: 2 });
  const rest = await get('webhooks', { limit: 2, cursor: first.body.next_cursor });
  expect([...ids(first), ...ids(rest)]).toEqual(all);
  expect(rest.body).toMatchObject({ has_more: false, next_cursor: null });
});
