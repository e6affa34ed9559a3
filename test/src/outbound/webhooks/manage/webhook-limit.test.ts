import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../../../../src/access/principals/principal.ts';
import { createWebhook } from '../../../../../src/outbound/webhooks/manage/create-webhook.ts';
import { WEBHOOKS_MAX } from '../../../../../src/outbound/webhooks/webhook.ts';
import type { Postgres } from '../../../../../src/stores/postgres.ts';
import { openTestDatabase, type TestDatabase } from '../../../../stage/database.ts';
import { addCaller } from '../../../../stage/fixtures.ts';
import { meanwhile } from '../../../../stage/meanwhile.ts';

let database: TestDatabase;
let caller: Principal;
beforeAll(async () => {
  database = await openTestDatabase();
  caller = await addCaller(database);
});
afterAll(() => database.drop());

let addedCount = 0;
/** Each has another address: those of one wait for each other anyway. */
function add(db: Postgres = database.db) {
  addedCount += 1;
  return createWebhook(
    { db, checkEndpoint: async (url) => url },
    caller,
    {
      url: `https://hooks.example.com/${addedCount}`,
      events: ['lot.updated'],
      description: null,
    },
    { requestId: 'req_test', remember: undefined },
  );
}

test('a webhook that is about to be added counts for the next call', async () => {
  for (let count = 1; count < WEBHOOKS_MAX; count += 1) await add();
  const outcome = await meanwhile(
    database,
    (connection) => add({ ...database.db, transaction: (work) => work(connection) }),
    () => add().catch((error: unknown) => error),
  );
  expect(outcome).toMatchObject({ code: 'CONFLICT', details: { reason: 'webhook_limit' } });
});
