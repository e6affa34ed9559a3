import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRefunds, addStays, type GivenBack, stayOf } from '../../src/money/payouts/ledger.ts';
import { openVisitor } from '../dashboard/visitor.ts';
import { openStage, type Stage } from '../stage.ts';

// Refunds without an answer of the processor are listed with why they wait, to their operator.

const PATH = '/api/v1/refunds/pending';
let stage: Stage;
let refundIds: string[];
beforeAll(async () => {
  stage = await openStage();
  const { parking, api } = stage;
  const stay = stayOf(parking.caller, { lotId: await parking.addLot(), subtotalMinor: 10_000 });
  await addStays(api.database, [stay]);
  const pending = { stay, status: 'pending', settledAt: null, feeMinor: 0 } as const;
  const settled: GivenBack = {
    ...pending,
    status: 'succeeded',
    settledAt: new Date(),
    amountMinor: 1,
  };
  const waiting = [100, 200, 300].map((amountMinor) => ({ ...pending, amountMinor }));
  await addRefunds(api.database, [...waiting, settled]);
  await api.database.sql(
    `update refunds set created_at = now() - interval '1 hour' * amount_minor
     where status = 'pending'`,
  );
  const rows = await api.database.sql<{ id: string }>(
    "select refund_id as id from refunds where status = 'pending' order by amount_minor",
  );
  refundIds = rows.map(({ id }) => id);
  await api.database.sql(
    `insert into setbacks (job, entity_id, livemode, failure_count, retry_at)
     values ('settle-refunds', $1, true, 1, '2026-11-30T12:00:00Z'),
       ('settle-refunds', $2, true, 30, null)`,
    refundIds.slice(1),
  );
});
afterAll(() => stage.api.stop());

test('each is listed with its stay and why it waits, newest first, and no other', async () => {
  const { body } = await stage.get(PATH);
  expect(body.data).toMatchObject([
    { id: refundIds[0], amount: 1, waits_for: 'soon', failed_tries: 0, next_try_at: null },
    { amount: 2, waits_for: 'next_try', failed_tries: 1, next_try_at: '2026-11-30T12:00:00.000Z' },
    { amount: 3, waits_for: 'people', failed_tries: 30, next_try_at: null, status: 'pending' },
  ]);
  const first = (await stage.get(PATH, { limit: 2 })).body;
  const rest = (await stage.get(PATH, { limit: 2, cursor: first.next_cursor })).body;
  expect([...first.data, ...rest.data]).toEqual(body.data);
});

test('the page of the dashboard shows them, and the home page leads there', async () => {
  const viewer = await openVisitor(stage.api, { ...stage.key, role: 'viewer' });
  const { status, text } = await viewer.get('/dashboard/refunds');
  expect(status).toBe(200);
  expect(text).toContain('It is tried within a minute or two.');
  expect(text).toMatch(/No answer to 1 try; the next is after <time[^>]*>30 Nov 2026, 12:00 UTC/);
  expect(text).toContain('ask whoever runs this server');
  const [refund] = (await stage.get(PATH)).body.data;
  expect(text).toContain(`href="/dashboard/stays/${refund.session_id}"`);
  const owner = await openVisitor(stage.api, stage.key);
  expect((await owner.get('/dashboard')).text).toContain(
    '<a href="/dashboard/refunds">3 refunds</a>',
  );
});

test('nobody else sees them: no other operator, no other mode, no fleet', async () => {
  const others = [await stage.api.createKey(), await stage.newKey({ mode: 'test' })];
  for (const { secret } of others)
    expect((await stage.api.request('GET', PATH, { key: secret })).body.data).toEqual([]);
  const fleet = await stage.newKey({ fleetId: 'fleet_1' });
  expect((await stage.api.request('GET', PATH, { key: fleet.secret })).status).toBe(403);
});
