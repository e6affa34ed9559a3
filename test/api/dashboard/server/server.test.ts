import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../src/access/ids.ts';
import { addOperator } from '../../../src/access/people.ts';
import { addLot } from '../../../stage/fixtures.ts';
import { openTestWarehouse } from '../../../stage/warehouse.ts';
import { startTestApi, type TestApi } from '../../client.ts';
import { openVisitor, type Visitor } from '../visitor.ts';

const SERVER = '/dashboard/server';
const PAGES = ['', '/operators', '/pipelines', '/deliveries'].map((path) => SERVER + path);

let api: TestApi;
let ownerOperatorId: string;
let owner: Visitor;
beforeAll(async () => {
  api = await startTestApi();
  ({ operatorId: ownerOperatorId } = await api.createKey());
  api.giveServerTo(ownerOperatorId);
  owner = await openVisitor(api, { operatorId: ownerOperatorId });
});
afterAll(() => api.stop());

const linksOf = (text: string) => PAGES.filter((path) => text.includes(`href="${path}"`));

test.each(PAGES)('%s answers an owner of the operator that owns the server', async (path) => {
  for (const address of [path, `${path}?mode=test`]) {
    const { status, text } = await owner.get(address);
    expect(status, text).toBe(200);
    // Above all, one place of the menu is that of the page.
    expect(text.match(/aria-current="page"/g)).toHaveLength(1);
  }
});

test('the menu leads there only whoever sees these pages', async () => {
  expect(linksOf((await owner.get('/dashboard')).text)).toEqual(PAGES);
  const { operatorId: otherId } = await api.createKey();
  const others = [
    await openVisitor(api, { operatorId: otherId }),
    await openVisitor(api, { operatorId: ownerOperatorId, role: 'manager' }),
    await openVisitor(api, { operatorId: ownerOperatorId, role: 'viewer' }),
  ];
  for (const visitor of others) {
    expect(linksOf((await visitor.get('/dashboard/lots')).text)).toEqual([]);
    for (const path of [...PAGES, `${SERVER}/operators/${otherId}`]) {
      const { status, text } = await visitor.get(path);
      expect(status, path).toBe(403);
      expect(text).not.toContain(`${otherId}</code>`);
    }
  }
});

test('where the server has no owner, nobody sees these pages', async () => {
  api.giveServerTo('nobody');
  expect(linksOf((await owner.get('/dashboard/lots')).text)).toEqual([]);
  for (const path of PAGES) expect((await owner.get(path)).status).toBe(403);
  api.giveServerTo(ownerOperatorId);
});

test('a new key is offered the scope only where it is of use', async () => {
  const { operatorId: otherId } = await api.createKey();
  const other = await openVisitor(api, { operatorId: otherId });
  expect((await owner.get('/dashboard/keys/new')).text).toContain('scope:server:read');
  expect((await other.get('/dashboard/keys/new')).text).not.toContain('scope:server:read');
});

test('operators are found by name, and each shows what it uses of its limits', async () => {
  const id = await addOperator(api.database, 'Ash <b>Garages</b>');
  await addLot(api.database, { operator_id: id });
  const found = await owner.get(`${SERVER}/operators?name=ash`);
  expect(found.text).toContain('Ash &lt;b&gt;Garages');
  expect(found.text).toContain(`href="${SERVER}/operators/${id}"`);
  const none = await owner.get(`${SERVER}/operators?name=nobody+is+called+so`);
  expect(none.text).toContain('No operator fits.');
  const { text } = await owner.get(`${SERVER}/operators/${id}`);
  expect(text).toContain(`<code>${id}</code>`);
  expect(text).toContain('50,000');
  expect(text).toContain('in the memory of each process');
  expect((await owner.get(`${SERVER}/operators/${newId('op')}`)).status).toBe(404);
});

test('the list of operators goes on, and keeps the name that was asked for', async () => {
  for (let i = 0; i < 26; i += 1) await addOperator(api.database, `Birch ${i}`);
  const { text } = await owner.get(`${SERVER}/operators?name=birch`);
  const [, next = ''] = /href="([^"]*cursor=[^"]*)"/.exec(text) ?? [];
  const more = await owner.get(next.replaceAll('&amp;', '&'));
  expect(more.text).toContain('Birch 0<');
  expect(more.text).not.toContain('Ash');
});

test('before the first refresh the pipelines say that nothing is known', async () => {
  const { text } = await owner.get(`${SERVER}/pipelines`);
  expect(text).toContain('not running');
  expect(text).toContain('No refresh has succeeded yet.');
  expect(text).toContain('Every row can be read.');
  expect(text).toContain('not known');
});

test('the steps of a refresh, what fails and what cannot be read are shown', async () => {
  const warehouse = await openTestWarehouse(api.database);
  await warehouse.refresh();
  await warehouse
    .refresh((point) => {
      if (point === 'build-marts begins') throw new Error('the <disk> is full');
    })
    .catch(() => undefined);
  await warehouse.close();
  const since = new Date().toISOString();
  const row = {
    source: 'audit_log',
    tx: '7',
    id: '8',
    kind: 'lot.updated',
    reason: 'no cell',
    since,
  };
  const fact = { source: 'audit_log', fact: 'fct_lots', rows: 1, read_rows: 5, since };
  const note = (quarantine: object) =>
    api.database.sql('update refresh_status set quarantine = $1', [JSON.stringify(quarantine)]);
  await note({ is_too_large: true, facts: [fact], oldest: [row] });
  const { text } = await owner.get(`${SERVER}/pipelines`);
  for (const shown of ['drain-searches', 'the &lt;disk&gt; is full', 'fct_lots', '7/8', 'no cell'])
    expect(text).toContain(shown);
  expect(text).toContain('nothing new is published');
  await note({ is_too_large: false, facts: [fact] });
  expect((await owner.get(`${SERVER}/pipelines`)).text).toContain('not known here yet');
  await note({ is_too_large: false, facts: [] });
});

test('a drain that is held back says by whom', async () => {
  await api.database.sql(
    `insert into marts.publication (publication_id, watermark_tx, watermark_id, as_of)
     values ('test', '0', 0, now() - interval '16 minutes')
     on conflict (is_only) do update set as_of = excluded.as_of`,
  );
  await api.database.sql(
    `create or replace function oldest_writer() returns table (transaction text,
       started_at timestamptz, process_id integer, application text, database text)
     language sql stable as $$
       select '777', now() - interval '16 minutes', 42, 'psql', 'hexlot'
     $$`,
  );
  const { text } = await owner.get(`${SERVER}/pipelines`);
  expect(text).toMatch(/held back by the transaction 777 of psql \(process 42\)/);
  expect(text).toContain('16 minutes old');
});

test('webhooks to which nothing gets through are shown by host, with their operator', async () => {
  expect((await owner.get(`${SERVER}/deliveries`)).text).toContain('Every webhook gets');
  const { operatorId, secret } = await api.createKey();
  const body = { url: 'https://hooks.example.com/s3cret', events: ['lot.updated'] };
  const made = await api.request('POST', '/api/v1/webhooks', { key: secret, body });
  await api.database.sql('update webhooks set consecutive_failures = 4 where webhook_id = $1', [
    made.body.webhook.id,
  ]);
  const { text } = await owner.get(`${SERVER}/deliveries`);
  expect(text).toContain('hooks.example.com');
  expect(text).toContain(`href="${SERVER}/operators/${operatorId}"`);
  expect(text).not.toContain('s3cret');
});

test('the overview says how each check is, and whose calls met a budget', async () => {
  const before = await owner.get(SERVER);
  expect(before.text).toContain('No call met a budget.');
  const id = await addOperator(api.database, 'Busy');
  await api.database.sql(
    `insert into call_counts values
      ($1, true, 'hour', date_trunc('hour', now(), 'UTC'), 'key', 'key_1', 'getLot',
       0, 0, 1234, 0)`,
    [id],
  );
  const { text } = await owner.get(SERVER);
  expect(text).toContain('1,234');
  expect(text).toContain(`href="${SERVER}/operators/${id}"`);
  for (const check of ['Database', 'Market figures', 'Refreshes', 'Jobs', 'Deliveries', 'Payments'])
    expect(text).toContain(check);
});
