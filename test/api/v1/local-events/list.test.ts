import { afterAll, expect, test } from 'vitest';
import { writeCursor } from '../../../../src/kit/page.ts';
import { addManyLocalEvents } from '../../../src/demand/local-events/many-local-events.ts';
import { runExplained } from '../../../stage/statement-plan.ts';
import type { TestKey } from '../../client.ts';
import { fieldsOf, inHours } from '../../stage.ts';
import { openLocalEvents } from './operator.ts';

const { api, newOperator, get, list, made } = await openLocalEvents();
afterAll(() => api.stop());

const idsOf = async (key: TestKey, query: Record<string, string | number> = {}) => {
  const { status, body, text } = await list(key, { limit: 100, ...query });
  expect(status, text).toBe(200);
  return body.data.map(({ id }: { id: string }) => id);
};

test('local events are listed newest first, each as looking it up answers', async () => {
  const key = await newOperator();
  const ids = [await made(key, { name: 'One' }), await made(key, { name: 'Two' })];
  const { body } = await list(key);
  expect(body).toMatchObject({ has_more: false, next_cursor: null });
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
  for (const shown of body.data) expect((await get(key, shown.id)).body.local_event).toEqual(shown);
});

test('from and to keep those that overlap the period, which includes its first instant only', async () => {
  const key = await newOperator();
  const [at10, at20, at30, at40] = [10, 20, 30, 40].map(inHours) as [
    string,
    string,
    string,
    string,
  ];
  const early = await made(key, { starts_at: at10, ends_at: at20 });
  const late = await made(key, { starts_at: at30, ends_at: at40 });
  const long = await made(key, { starts_at: at10, ends_at: at40 });
  expect(await idsOf(key)).toEqual([long, late, early]);
  expect(await idsOf(key, { from: at20 })).toEqual([long, late]);
  expect(await idsOf(key, { to: at30 })).toEqual([long, early]);
  expect(await idsOf(key, { from: at20, to: at30 })).toEqual([long]);
  expect(await idsOf(key, { from: inHours(15), to: inHours(16) })).toEqual([long, early]);
  expect(await idsOf(key, { from: at40 })).toEqual([]);
  expect(await idsOf(key, { to: at10 })).toEqual([]);
});

test('pages show each once while new ones keep arriving', async () => {
  const key = await newOperator();
  const ids = await Promise.all(
    Array.from({ length: 13 }, (_, i) =>
      made(key, { starts_at: inHours(24 * i + 1), ends_at: inHours(24 * i + 2) }),
    ),
  );
  // Created at the same instant: ordered by their ids.
  await api.database.sql(
    `update local_events set created_at = date_trunc('second', now()) where operator_id = $1`,
    [key.operatorId],
  );
  const met: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer: Awaited<ReturnType<typeof list>> = await list(key, {
      limit: 5,
      ...(cursor !== '' && { cursor }),
    });
    met.push(...answer.body.data.map(({ id }: { id: string }) => id));
    expect(answer.body.has_more).toBe(answer.body.next_cursor !== null);
    cursor = answer.body.next_cursor;
    await made(key, { type: 'market' });
  }
  expect(met.filter((id) => ids.includes(id))).toEqual(ids.toSorted().toReversed());
  expect(new Set(met).size).toBe(met.length);
});

test('the cursor of another operator shows only own ones after it', async () => {
  const key = await newOperator();
  const own = await made(key);
  const id = await made(await newOperator());
  const cursor = writeCursor({ createdUs: Date.now() * 1_000 + 60_000_000, id });
  expect(await idsOf(key, { cursor })).toEqual([own]);
});

test.each<[string, Record<string, string | number>]>([
  ['limit', { limit: 0 }],
  ['limit', { limit: 101 }],
  ['cursor', { cursor: 'x' }],
  ['cursor', { cursor: writeCursor({ createdUs: 1, id: 'ses_1' }) }],
  ['from', { from: '2026-12-24' }],
  ['from', { from: '2026-12-24T18:00:00' }],
  ['to', { to: 'tomorrow' }],
  ['to', { from: '2026-12-24T18:00:00Z', to: '2026-12-24T19:00:00+01:00' }],
  ['type', { type: 'concert' }],
])('400 names %s in %j', async (field, query) => {
  const answer = await list(await newOperator(), query);
  expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
});

test('of 5 000 only one page is read, by index', async () => {
  const { operatorId } = await newOperator();
  await addManyLocalEvents(api.database, operatorId, { count: 5_000 });
  await api.database.sql('analyze local_events');
  const steps = await runExplained(api.database, 'local_events_list_page', {
    operatorId,
    livemode: true,
    fromAt: null,
    toAt: null,
    afterUs: (Date.now() - 60_000_000) * 1_000,
    afterId: '00000000-0000-7000-8000-000000000000',
    rowLimit: 101,
  });
  const read = steps.filter((step) => step['Relation Name'] === 'local_events');
  expect(read.map((step) => step['Node Type'])).toEqual(['Index Scan']);
  expect(read.map((step) => step['Actual Rows'])).toEqual([101]);
});
