import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../stage.ts';
import { callTool, type Result } from './connect.ts';

const AT_ONCE = 100;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const call = (name: string, args: object, key = stage.key) =>
  callTool(stage.api, name, args, { key });

const newStay = async (more: object = {}) => ({
  lot_id: await stage.parking.addLot(),
  plate: stage.parking.newPlate(),
  ...more,
});
const idOf = ({ structuredContent }: Result) => structuredContent.session?.id;
const staysOf = async ({ plate }: { plate: string }) =>
  (await stage.get(`/api/v1/sessions/search?plate=${plate}`)).body.data.length;
/** As if the calls so far had been made that many seconds earlier. */
const age = (seconds: number) =>
  stage.api.database.sql(
    `update tool_calls set claimed_at = claimed_at - interval '${seconds} seconds'`,
  );

test('100 identical starts at once are one stay, and all get it', async () => {
  const stay = await newStay();
  const results = await Promise.all(
    Array.from({ length: AT_ONCE }, () => call('create_parking_session', stay)),
  );
  expect(results.filter(({ isError }) => isError)).toEqual([]);
  expect(new Set(results.map(idOf)).size).toBe(1);
  expect(results.filter(({ _meta }) => _meta?.replayed !== true)).toHaveLength(1);
  expect(await staysOf(stay)).toBe(1);
});

test('two plates are two stays, also at once', async () => {
  const [one, other] = [await newStay(), await newStay()];
  const both = [one, { ...one, plate: other.plate }];
  const results = await Promise.all(both.map((stay) => call('create_parking_session', stay)));
  expect(new Set(results.map(idOf)).size).toBe(2);
});

test('a repeat says that it repeats, and how to mean a second call', async () => {
  const stay = await newStay();
  const first = await call('create_parking_session', stay);
  expect(first._meta?.replayed).toBeUndefined();
  const again = await call('create_parking_session', stay);
  expect(idOf(again)).toBe(idOf(first));
  expect(again._meta).toMatchObject({ replayed: true });
  expect(again.content[1]).toMatchObject({ text: expect.stringContaining('idempotency_key') });
});

test('neither the order of arguments, nor null, nor a default makes another call', async () => {
  const wish = { lot_id: await stage.parking.addLot(), intent: 'right now for two hours' };
  const held = await call('reserve_parking', wish);
  for (const same of [
    { intent: wish.intent, lot_id: wish.lot_id },
    { ...wish, plate: null },
    { ...wish, ttl_seconds: 180 },
  ])
    expect((await call('reserve_parking', same)).structuredContent).toEqual(held.structuredContent);
  const longer = await call('reserve_parking', { ...wish, ttl_seconds: 600 });
  expect(longer.structuredContent.hold.id).not.toBe(held.structuredContent.hold.id);
});

test('after a minute the same call is a new one', async () => {
  const stay = await newStay();
  const first = await call('create_parking_session', stay);
  await call('end_parking_session', { session_id: idOf(first) });
  await age(59);
  expect(idOf(await call('create_parking_session', stay))).toBe(idOf(first));
  await age(2);
  const second = await call('create_parking_session', stay);
  expect(idOf(second)).not.toBe(idOf(first));
  expect(second._meta?.replayed).toBeUndefined();
});

test('a call that failed is not repeated as a success, and can be tried again', async () => {
  const [parked, stay] = [await newStay(), await newStay()];
  const lotId = await stage.parking.addLot({ total_spaces: 1 });
  const blocking = await call('create_parking_session', { ...parked, lot_id: lotId });
  const wanted = { ...stay, lot_id: lotId };
  const full = await call('create_parking_session', wanted);
  expect(full).toMatchObject({ isError: true, structuredContent: { error: { code: 'CONFLICT' } } });
  await call('end_parking_session', { session_id: idOf(blocking) });
  const retried = await call('create_parking_session', wanted);
  expect(retried.structuredContent.session).toMatchObject({ status: 'active', plate: stay.plate });
});

test('ending twice at once ends once, and both calls get the amount', async () => {
  const session = { session_id: idOf(await call('create_parking_session', await newStay())) };
  const ends = await Promise.all(
    Array.from({ length: 20 }, () => call('end_parking_session', session)),
  );
  expect(ends.filter(({ isError }) => isError)).toEqual([]);
  expect(new Set(ends.map((one) => JSON.stringify(one.structuredContent))).size).toBe(1);
});

test('a key of the caller’s own is the key of the call, over HTTP too', async () => {
  const stay = await newStay();
  const first = await call('create_parking_session', { ...stay, idempotency_key: 'mine' });
  const overHttp = await stage.post('/api/v1/sessions', stay, { 'idempotency-key': 'mine' });
  expect(overHttp.headers['idempotent-replayed']).toBe('true');
  expect(overHttp.body.session.id).toBe(idOf(first));
});

test('equal calls of two keys are two calls', async () => {
  const other = await stage.newKey();
  const wish = { lot_id: await stage.parking.addLot(), intent: 'right now for two hours' };
  const mine = await call('reserve_parking', wish);
  const theirs = await call('reserve_parking', wish, other);
  expect(theirs.structuredContent.hold.id).not.toBe(mine.structuredContent.hold.id);
});
