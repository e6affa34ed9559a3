import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '../../../pipelines/sweep.ts';
import { migrate } from '../../../src/stores/migrations/migrate.ts';
import { openPost, type Post } from '../../src/outbound/webhooks/stage.ts';
import { openDatabaseBefore, type TestDatabase } from '../../stage/database.ts';
import { addCaller } from '../../stage/fixtures.ts';

// Webhooks that were there before addresses had to prove themselves (migration 000048).

const SUCCESS = '2026-03-01T08:00:00Z';

let database: TestDatabase;
let post: Post;
beforeAll(async () => {
  database = await openDatabaseBefore('000048');
  post = await openPost(database, (await addCaller(database)).operatorId);
  const worked = await post.addWebhook({ url: 'https://worked.example.com/' });
  await post.addWebhook({ url: 'https://worked.example.com/' });
  await post.addWebhook({ url: 'https://new.example.com/' });
  const deleted = await post.addWebhook({ url: 'https://deleted.example.com/' });
  await database.sql('update webhooks set last_success_at = $2 where webhook_id = $1', [
    worked,
    SUCCESS,
  ]);
  await database.sql('update webhooks set deleted_at = now() where webhook_id = $1', [deleted]);
  await migrate(database.connectionString);
});
afterAll(() => database.drop());

const addresses = () =>
  database.sql('select url, host, verified_at, failure from webhook_addresses order by url');

test('an address that something was sent to before is proven, and any other has to prove itself', async () => {
  expect(await addresses()).toEqual([
    { url: 'https://new.example.com/', host: 'new.example.com', verified_at: null, failure: null },
    {
      url: 'https://worked.example.com/',
      host: 'worked.example.com',
      verified_at: new Date(SUCCESS),
      failure: null,
    },
  ]);
});

test.each([
  ['https://a.example.com/', 'a.example.com'],
  ['https://a.example.com?x=/y', 'a.example.com'],
  ['http://127.0.0.1:8080/hook', '127.0.0.1'],
  ['https://[2001:db8::1]/hook', '[2001:db8::1]'],
  ['http://[::1]:8080/hook', '[::1]'],
])('the budget of %s is that of %s, whatever its port', async (url, host) => {
  expect(await database.sql('select webhook_host($1) as host', [url])).toEqual([{ host }]);
});

test('an address that no webhook has had for 30 days is forgotten, and so is a budget that is full', async () => {
  await database.sql(
    `update webhooks set deleted_at = now() where url = 'https://worked.example.com/'`,
  );
  await database.sql(
    `insert into webhook_host_budgets (host, operator_id, full_at)
     values ('full', '', now() - interval '1 second'), ('drawn', '', now() + interval '1 hour')`,
  );
  expect(await sweep(database.owner, 'deliveries_sweep')).toEqual({ rows: 1 });
  await database.sql(`update webhook_addresses set asked_at = now() - interval '31 days'`);
  expect(await sweep(database.owner, 'deliveries_sweep')).toEqual({ rows: 1 });
  expect(await addresses()).toMatchObject([{ url: 'https://new.example.com/' }]);
  expect(await database.sql('select host from webhook_host_budgets')).toEqual([{ host: 'drawn' }]);
});
