import { afterAll, beforeAll, expect, test } from 'vitest';
import { inHours } from '../../stage.ts';
import { type Erasing, openErasing } from './erasing.ts';

let erasing: Erasing;

beforeAll(async () => {
  erasing = await openErasing();
});
afterAll(() => erasing.api.stop());

const park = async (plate: string) =>
  (await erasing.sent('POST', '/api/v1/sessions', { lot_id: erasing.lotId, plate })).session;
const end = (session: { id: string }) =>
  erasing.sent('POST', '/api/v1/sessions/end', { session_id: session.id });

async function due(plate: string, days = 7) {
  const erasure = await erasing.asked({ plate });
  await erasing.passDays(days);
  return erasure;
}

test('a stay that goes on keeps its plate and is paid; what is over is erased meanwhile', async () => {
  const over = await erasing.parked('STAYS 1');
  const session = await park('STAYS 1');
  const erasure = await due('STAYS 1', 30);
  await erasing.run();
  expect(await erasing.statusOf(erasure)).toBe('pending');
  expect(await erasing.plateOf(over)).toBeNull();
  expect(await erasing.plateOf(session)).toBe('STAYS 1');
  const ended = await end(session);
  expect(ended.session).toMatchObject({ status: 'completed', plate: 'STAYS 1' });
  await erasing.run();
  expect(await erasing.statusOf(erasure)).toBe('done');
  expect(await erasing.plateOf(session)).toBeNull();
});

test('a hold that stands keeps an erasure waiting, thirty days at most, and stands after it', async () => {
  const wish = { lot_id: erasing.lotId, starts_at: inHours(5), ends_at: inHours(6) };
  const intent = 'from five to six, plate HOLDS1';
  const hold = async () =>
    (await erasing.sent('POST', '/api/v1/reserve', { ...wish, intent, plate: 'HOLDS 1' })).hold;
  const { id } = await hold();
  const erasure = await due('HOLDS 1');
  await erasing.run();
  expect(await erasing.statusOf(erasure)).toBe('pending');
  await erasing.passDays(23);
  await erasing.run();
  expect(await erasing.statusOf(erasure)).toBe('done');
  const kept = (await erasing.sent('GET', `/api/v1/reserve/${id}`)).hold;
  expect(kept).toMatchObject({
    status: 'held',
    intent: null,
    parsed: { plate: null, place: null },
  });
  expect(await erasing.parking.tablesWith('HOLDS1')).toEqual([]);
  await erasing.sent('POST', `/api/v1/reserve/${id}/cancel`);
});

test('a payment that failed keeps its plate for thirty days, so that it can be asked for', async () => {
  const session = await park('OWES 1');
  await erasing.database.sql(
    `update sessions set status = 'payment_failed', ended_at = now(), subtotal_minor = 100,
       platform_fee_minor = 10
     where session_id = $1`,
    [session.id],
  );
  const erasure = await due('OWES 1');
  await erasing.run();
  expect([await erasing.statusOf(erasure), await erasing.plateOf(session)]).toEqual([
    'pending',
    'OWES 1',
  ]);
  await erasing.passDays(23);
  await erasing.run();
  expect([await erasing.statusOf(erasure), await erasing.plateOf(session)]).toEqual(['done', null]);
  const [owed] = await erasing.database.sql(
    'select subtotal_minor::integer, payment_intent_id from sessions where session_id = $1',
    [session.id],
  );
  expect(owed).toEqual({ subtotal_minor: 100, payment_intent_id: expect.any(String) });
});

test('stays that began more than thirty days after the request keep no erasure waiting', async () => {
  const erasure = await due('REGULAR', 31);
  const session = await park('REGULAR');
  await erasing.run();
  expect(await erasing.statusOf(erasure)).toBe('done');
  expect(await erasing.plateOf(session)).toBe('REGULAR');
  await end(session);
});
