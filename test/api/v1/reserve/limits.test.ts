import { afterAll, beforeAll, expect, test } from 'vitest';
import { HELD_SPACES_MAX } from '../../../../src/parking/holds/hold.ts';
import type { Answer, TestKey } from '../../client.ts';
import { fieldsOf, inHours, openStage, type Stage } from '../../stage.ts';

let stage: Stage;
let lastKey = 0;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const newRival = () => stage.api.createKey({ rateLimits: { write: 10_000 } });
const reserve = (lot_id: string, more: object, as: TestKey) => {
  const headers = { 'idempotency-key': `limits-${++lastKey}` };
  return stage.post('/api/v1/reserve', { intent: 'an hour', lot_id, ...more }, headers, as);
};
const limit = (lotId: string, hold_limits: object) =>
  stage.send('PATCH', `/api/v1/lots/${lotId}`, { hold_limits });
const refusalOf = ({ status, body }: Answer) => [status, body.error?.details.reason];

test("another operator's 13 calls hold five of 50 spaces; the others are refused with the reason", async () => {
  const lotId = await stage.parking.addLot({ total_spaces: 50 });
  const rival = await newRival();
  const answers = [];
  for (let call = 0; call < 13; call += 1) answers.push(await reserve(lotId, {}, rival));
  expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  for (const answer of answers.slice(5)) expect(refusalOf(answer)).toEqual([409, 'hold_limit_lot']);
});

test('its operator decides how much of a lot others may hold', async () => {
  const lotId = await stage.parking.addLot({ total_spaces: 10 });
  const rival = await newRival();
  expect((await limit(lotId, { others_pct: 60, each_pct: 50 })).status).toBe(200);
  expect((await reserve(lotId, { space_count: 5 }, rival)).status).toBe(201);
  expect(refusalOf(await reserve(lotId, {}, rival))).toEqual([409, 'hold_limit_lot']);
  expect((await reserve(lotId, {}, await newRival())).status).toBe(201);
  expect(refusalOf(await reserve(lotId, {}, await newRival()))).toEqual([409, 'hold_limit_lot']);
  expect((await reserve(lotId, { space_count: 4 }, stage.key)).status).toBe(201);
});

test("a key holds a limited number of spaces on other operators' lots, and learns the limit", async () => {
  const lotId = await stage.parking.addLot({ total_spaces: 1_000 });
  await limit(lotId, { others_pct: 100, each_pct: 100 });
  const rival = await newRival();
  for (let spaces = 0; spaces < HELD_SPACES_MAX; spaces += 50)
    expect((await reserve(lotId, { space_count: 50 }, rival)).status).toBe(201);
  const { status, body } = await reserve(lotId, {}, rival);
  expect([status, body.error.details]).toEqual([
    409,
    { reason: 'hold_limit_key', spaces_max: HELD_SPACES_MAX },
  ]);
});

test('a plate that has a space of the lot is refused to all keys of its operator', async () => {
  const lotId = await stage.parking.addLot();
  expect((await reserve(lotId, { plate: 'ONE 1' }, stage.key)).status).toBe(201);
  for (const as of [stage.key, await stage.newKey()])
    expect(refusalOf(await reserve(lotId, { plate: 'one-1' }, as))).toEqual([
      409,
      'plate_already_held',
    ]);
  expect((await reserve(lotId, { plate: 'one-1' }, await newRival())).status).toBe(201);
});

test('near a place, a lot on which a key may hold no more is skipped', async () => {
  const place = { latitude: 45.42, longitude: -75.7 };
  const [near, far] = [
    await stage.parking.addLot({ ...place, name: 'Rideau' }),
    await stage.parking.addLot({ ...place, latitude: 45.425, name: 'Byward' }),
  ];
  const rival = await newRival();
  const ask = () => {
    const headers = { 'idempotency-key': `limits-${++lastKey}` };
    const body = { intent: 'parking in Ottawa for an hour' };
    return stage.post('/api/v1/reserve', body, headers, rival);
  };
  expect((await ask()).body.hold.lot_id).toBe(near);
  expect((await ask()).body.hold.lot_id).toBe(far);
  expect(refusalOf(await ask())).toEqual([404, 'nothing_free']);
});

test('a repeated call gets the first answer, even if no more could be held', async () => {
  const lotId = await stage.parking.addLot();
  const rival = await newRival();
  const call = () =>
    stage.post(
      '/api/v1/reserve',
      { intent: 'an hour', lot_id: lotId },
      { 'idempotency-key': 'again' },
      rival,
    );
  const first = await call();
  expect(first.status).toBe(201);
  expect(refusalOf(await reserve(lotId, {}, rival))).toEqual([409, 'hold_limit_lot']);
  expect((await call()).body).toEqual(first.body);
});

test.each<[string, string, object]>([
  ['ends_at', 'an hour', { ends_at: inHours(168.1) }],
  ['ends_at', 'for 8 days', {}],
  ['ends_at', 'from tomorrow 9:00 for 200 hours', {}],
  ['starts_at', 'an hour', { starts_at: inHours(30 * 24 + 1) }],
  ['starts_at', `on ${inHours(33 * 24).slice(0, 10)} at 10:00 for an hour`, {}],
])('400 names %s for "%s" %j, and nothing is held', async (field, intent, more) => {
  const lotId = await stage.parking.addLot();
  const answer = await reserve(lotId, { intent, ...more }, stage.key);
  expect({ status: answer.status, fields: fieldsOf(answer) }).toEqual({
    status: 400,
    fields: [field],
  });
  expect(await stage.parking.lot(lotId)).toMatchObject({ held_spaces: 0 });
});

test('a week that begins in four weeks can be held', async () => {
  const lotId = await stage.parking.addLot();
  const window = { starts_at: inHours(29 * 24), ends_at: inHours(36 * 24 - 0.01) };
  expect((await reserve(lotId, window, stage.key)).status).toBe(201);
});

test('more than others may hold is refused as such, whether or not so many spaces are free', async () => {
  const lotId = await stage.parking.addLot({ total_spaces: 20, availability_shown: 'none' });
  const rival = await newRival();
  const refused = () => reserve(lotId, { space_count: 3 }, rival);
  expect(refusalOf(await refused())).toEqual([409, 'hold_limit_lot']);
  for (let i = 0; i < 19; i += 1) await stage.parking.park(lotId);
  expect(refusalOf(await refused())).toEqual([409, 'hold_limit_lot']);
  expect((await reserve(lotId, {}, rival)).status).toBe(201);
  expect(refusalOf(await reserve(lotId, {}, rival))).toEqual([404, 'nothing_free']);
  expect(refusalOf(await reserve(lotId, { space_count: 3 }, stage.key))).toEqual([
    404,
    'nothing_free',
  ]);
});
