import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestKey } from '../../client.ts';
import { fieldsOf, openStage, type Stage } from '../../stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

type Query = Record<string, string | number>;

const pathOf = (id: string) => `/api/v1/sessions/${id}/refunds`;
const list = (id: string, query: Query = {}, as: TestKey = stage.key) =>
  stage.api.request('GET', pathOf(id), { key: as.secret, query });

/** A paid session on a lot of 100.00 an hour, which began an hour ago. */
async function paid(fleetId: string | null = null): Promise<string> {
  const { parking } = stage;
  const lotId = await parking.addLot({ rate_minor: 10_000 });
  const vehicle = { isAutonomous: false, fleetId, vin: null };
  const session = await parking.park(lotId, { vehicle });
  await stage.api.database.sql(
    `update sessions set started_at = started_at - interval '1 hour' where session_id = $1`,
    [session.sessionId],
  );
  await parking.end(session);
  return session.sessionId;
}

async function refund(id: string, amount: number): Promise<{ id: string }> {
  const answer = await stage.post(pathOf(id), { amount, reason: `${amount} back` });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.refund;
}

test('the refunds of a session are listed as they were answered, newest first', async () => {
  const [id, other] = [await paid(), await paid()];
  expect((await list(id)).body).toEqual({ data: [], has_more: false, next_cursor: null });
  const made = [await refund(id, 1), await refund(id, 2), await refund(id, 3)];
  await refund(other, 4);
  expect((await list(id)).body).toEqual({
    data: made.toReversed(),
    has_more: false,
    next_cursor: null,
  });
  await stage.api.database.sql(`update refunds set status = 'failed' where refund_id = $1`, [
    made[1]?.id,
  ]);
  expect((await list(id)).body.data[1]).toEqual({ ...made[1], status: 'failed' });
});

test('pages show each refund once, even several of the same instant', async () => {
  const id = await paid();
  for (let i = 0; i < 7; i += 1) await refund(id, 1);
  await stage.api.database.sql(
    `update refunds set created_at = date_trunc('hour', now()) where session_id = $1`,
    [id],
  );
  const met: string[] = [];
  let query: Query | undefined = { limit: 3 };
  while (query !== undefined) {
    const answer: Awaited<ReturnType<typeof list>> = await list(id, query);
    met.push(...answer.body.data.map((one: { id: string }) => one.id));
    const { next_cursor: cursor } = answer.body;
    query = cursor === null ? undefined : { limit: 3, cursor };
  }
  expect(met).toHaveLength(7);
  expect(met).toEqual(met.toSorted().toReversed());
  expect(new Set(met).size).toBe(7);
});

test.each<[string, Query]>([
  ['limit', { limit: 0 }],
  ['limit', { limit: 101 }],
  ['limit', { limit: '' }],
  ['cursor', { cursor: 'x' }],
  ['cursor', { cursor: Buffer.from('1_ses_none').toString('base64url') }],
  ['status', { status: 'failed' }],
])('400 names %s in %j', async (field, query) => {
  const answer = await list(await paid(), query);
  expect(answer.status).toBe(400);
  expect(fieldsOf(answer)).toEqual([field]);
});

test('HEAD answers like GET, without a body', async () => {
  const id = await paid();
  const { status, text } = await stage.api.request('HEAD', pathOf(id), { key: stage.key.secret });
  expect({ status, text }).toEqual({ status: 200, text: '' });
});

test('refunds are shown to callers that see the session; others get 404', async () => {
  const id = await paid('north');
  await refund(id, 1);
  const fleet = await stage.newKey({ fleetId: 'north' });
  expect((await list(id, {}, fleet)).body.data).toHaveLength(1);
  for (const stranger of [
    await stage.newKey({ fleetId: 'south' }),
    await stage.newKey({ mode: 'test' }),
    await stage.api.createKey(),
  ])
    expect((await list(id, {}, stranger)).status).toBe(404);
  for (const nowhere of ['ses_none', `ses_${'0'.repeat(32)}`])
    expect((await list(nowhere)).status).toBe(404);
  const writer = await stage.newKey({ scopes: ['refunds:write'] });
  expect((await list(id, {}, writer)).status).toBe(403);
});
