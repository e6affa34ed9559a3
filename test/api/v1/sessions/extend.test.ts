import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import type { Parking } from '../../../stage/parking.ts';
import type { TestApi, TestKey } from '../../client.ts';
import { parseAnswer, sendBytes } from '../../raw-socket.ts';
import { openStage } from '../../stage.ts';

const PATH = '/api/v1/sessions/extend';
const MINUTE_MS = 60_000;

let api: TestApi;
let parking: Parking;
let key: TestKey;

beforeAll(async () => {
  ({ api, parking, key } = await openStage());
});
afterAll(() => api.stop());

const parked = async () => parking.park(await parking.addLot({ rate_minor: 350 }));

function extend(session: Session, more: object, headers: Headers = {}, as = key) {
  const body = { session_id: session.sessionId, ...more };
  return api.request('POST', PATH, { key: as.secret, body, headers });
}
type Headers = Record<string, string | string[]>;

const endAfter = ({ expectedEnd }: Session, minutes: number) =>
  new Date(expectedEnd.getTime() + minutes * MINUTE_MS).toISOString();

async function countOf(session: Session): Promise<unknown> {
  return (await parking.stored(session)).extended_count;
}

test.each([
  ['extend_minutes', 30, 30],
  ['extend_minutes', 1440, 1440],
  ['extend_hours', 0.5, 30],
  ['extend_hours', 1.5, 90],
  ['extend_hours', 24, 1440],
])('%s: %d moves the expected end by %d minutes', async (field, value, minutes) => {
  const session = await parked();
  const { status, body } = await extend(session, { [field]: value });
  expect(status).toBe(200);
  expect(body.session).toMatchObject({
    status: 'active',
    expected_end: endAfter(session, minutes),
    extended_count: 1,
  });
});

test('the answer is the extended session, priced to its new end', async () => {
  const session = await parked();
  const { body } = await extend(session, { extend_hours: 1.5 });
  expect(body.session).toMatchObject({ rate: 3.5, estimated_amount: 8.75, extended_count: 1 });
  expect(body.session.pricing.lines).toMatchObject([{ minutes: 150, rate: 3.5, amount: 8.75 }]);
  const found = await api.request('GET', `/api/v1/sessions/${session.sessionId}`, {
    key: key.secret,
  });
  expect(found.body).toEqual(body);
});

test.each<[string, object]>([
  ['extend_minutes', {}],
  ['extend_hours and extend_minutes', { extend_minutes: 30, extend_hours: 0.5 }],
  ['extend_minutes', { extend_minutes: 0, extend_hours: 1 }],
  ['extend_minutes', { extend_minutes: 0 }],
  ['extend_minutes', { extend_minutes: -30 }],
  ['extend_minutes', { extend_minutes: 31 }],
  ['extend_minutes', { extend_minutes: 30.5 }],
  ['extend_minutes', { extend_minutes: 1470 }],
  ['extend_minutes', { extend_minutes: 3e300 }],
  ['extend_minutes', { extend_minutes: '30' }],
  ['extend_minutes', { extend_minutes: null }],
  ['extend_hours', { extend_hours: 0 }],
  ['extend_hours', { extend_hours: -1 }],
  ['extend_hours', { extend_hours: 0.25 }],
  ['extend_hours', { extend_hours: 0.7 }],
  ['extend_hours', { extend_hours: 24.5 }],
  ['extend_days', { extend_hours: 1, extend_days: 1 }],
  ['session_code', { extend_hours: 1, session_code: '' }],
  ['session_id', { extend_hours: 1, session_id: 7 }],
])('400 names %s in %j, and nothing is written', async (field, more) => {
  const session = await parked();
  const { status, body } = await extend(session, more);
  expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
  expect(body.error.details.map((detail: { field: string }) => detail.field)).toEqual(
    field.split(' and '),
  );
  expect(await parking.stored(session)).toMatchObject({
    extended_count: 0,
    actions: ['session.created'],
    events: ['session.created'],
  });
});

test('the limit is 24 hours in total; a call beyond it is refused naming its own field', async () => {
  const session = await parked();
  expect((await extend(session, { extend_hours: 23.5 })).status).toBe(200);
  const over = await extend(session, { extend_hours: 1 });
  expect(over.status).toBe(400);
  expect(over.body.error.details).toMatchObject([{ field: 'extend_hours' }]);
  const last = await extend(session, { extend_minutes: 30 });
  expect(last.body.session).toMatchObject({
    expected_end: endAfter(session, 24 * 60),
    extended_count: 2,
  });
  const none = await extend(session, { extend_minutes: 30 });
  expect(none.body.error.details).toMatchObject([{ field: 'extend_minutes' }]);
});

test('the code must be the whole code of the session', async () => {
  const session = await parked();
  const other = await parked();
  for (const code of [other.sessionCode, session.sessionCode.slice(-4)]) {
    const refused = await extend(session, { extend_hours: 1, session_code: code });
    expect({ status: refused.status, code: refused.body.error.code }).toEqual({
      status: 404,
      code: 'NOT_FOUND',
    });
  }
  const right = await extend(session, { extend_hours: 1, session_code: session.sessionCode });
  expect(right.body.session.extended_count).toBe(1);
});

test('a session that has ended cannot be extended: 409 not_active', async () => {
  const session = await parked();
  await parking.end(session);
  const { status, body } = await extend(session, { extend_hours: 1 });
  expect(status).toBe(409);
  expect(body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'not_active' } });
});

test('a repeat extends nothing, and gets the first answer even after the stay', async () => {
  const session = await parked();
  const first = await extend(session, { extend_hours: 1 }, { 'idempotency-key': 'again' });
  await extend(session, { extend_hours: 1 });
  await parking.end(session);
  const again = await extend(session, { extend_hours: 1 }, { 'idempotency-key': 'again' });
  expect(again.status).toBe(200);
  expect(again.body).toEqual(first.body);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await countOf(session)).toBe(2);
});

test('ten concurrent calls with one key extend once, and all get one answer', async () => {
  const session = await parked();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      extend(session, { extend_minutes: 30 }, { 'idempotency-key': 'at once' }),
    ),
  );
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 200, body: answers[0]?.body });
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] !== 'true')).toHaveLength(
    1,
  );
  expect(await countOf(session)).toBe(1);
});

test('the stored answer holds no plate: only the table of vehicles does', async () => {
  const session = await parked();
  await extend(session, { extend_hours: 1 }, { 'idempotency-key': 'no plate' });
  expect(await parking.tablesWith(String(session.plate))).toEqual(['public.vehicles']);
});

test('the same call with its members in another order is the same call', async () => {
  const session = await parked();
  const headers = { 'idempotency-key': 'order' };
  const members = [
    ['session_id', session.sessionId],
    ['extend_hours', 1],
  ];
  const send = (body: object) => api.request('POST', PATH, { key: key.secret, body, headers });
  await send(Object.fromEntries(members));
  const again = await send(Object.fromEntries(members.toReversed()));
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('another body under the same key is refused and changes nothing', async () => {
  const session = await parked();
  const headers = { 'idempotency-key': 'other body' };
  await extend(session, { extend_hours: 1 }, headers);
  const other = await extend(session, { extend_hours: 2 }, headers);
  expect(other.status).toBe(409);
  expect(other.body.error.details).toEqual({ reason: 'idempotency_mismatch' });
  expect(await countOf(session)).toBe(1);
});

test('the same key of another API key, or on another operation, is another call', async () => {
  const session = await parked();
  const headers = { 'idempotency-key': 'shared' };
  const colleague = await api.createKey({ operatorId: key.operatorId });
  await extend(session, { extend_hours: 1 }, headers);
  const theirs = await extend(session, { extend_hours: 1 }, headers, colleague);
  expect(theirs.body.session.extended_count).toBe(2);
  expect(theirs.headers['idempotent-replayed']).toBeUndefined();
  const ended = await api.request('POST', '/api/v1/sessions/end', {
    key: key.secret,
    headers,
    body: { session_id: session.sessionId },
  });
  expect(ended.body.session.status).toBe('completed');
});

test('a refused call is not stored: its key works for a corrected call', async () => {
  const session = await parked();
  const headers = { 'idempotency-key': 'refused' };
  expect((await extend(session, { extend_hours: 25 }, headers)).status).toBe(400);
  const better = await extend(session, { extend_hours: 1 }, headers);
  expect(better.status).toBe(200);
  expect(better.headers['idempotent-replayed']).toBeUndefined();
});

test('after 24 hours the same call is a new one', async () => {
  const session = await parked();
  const headers = { 'idempotency-key': 'a day later' };
  const age = (by: string) =>
    api.database.sql(
      `update idempotency set created_at = created_at - $1::interval
       where idempotency_key = 'a day later'`,
      [by],
    );
  await extend(session, { extend_hours: 1 }, headers);
  await age('23 hours 59 minutes');
  const same = await extend(session, { extend_hours: 1 }, headers);
  expect(same.headers['idempotent-replayed']).toBe('true');
  await age('1 minute');
  const later = await extend(session, { extend_hours: 1 }, headers);
  expect(later.headers['idempotent-replayed']).toBeUndefined();
  expect(later.body.session.extended_count).toBe(2);
  const repeat = await extend(session, { extend_hours: 1 }, headers);
  expect(repeat.body).toEqual(later.body);
});

test.each<[string, string | string[]]>([
  ['empty', ''],
  ['of 256 characters', 'x'.repeat(256)],
  ['with a tab in it', 'a\tb'],
  ['with a letter past ASCII', 'naïve'],
  ['sent twice', ['first', 'second']],
])('an Idempotency-Key %s is refused naming the header', async (_name, value) => {
  const session = await parked();
  const answer = await extend(session, { extend_hours: 1 }, { 'idempotency-key': value });
  expect(answer.status).toBe(400);
  expect(answer.body.error.details).toMatchObject([{ field: 'Idempotency-Key' }]);
  expect(await countOf(session)).toBe(0);
});

test.each(['\x01', '\x1b', '\x7f'])('a control byte in the key is refused: %j', async (byte) => {
  const session = await parked();
  const body = JSON.stringify({ session_id: session.sessionId, extend_hours: 1 });
  const head = [
    `POST ${PATH} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `Authorization: Bearer ${key.secret}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Idempotency-Key: a${byte}b`,
  ];
  const answer = parseAnswer(await sendBytes(api.port, `${head.join('\r\n')}\r\n\r\n${body}`));
  expect(answer.status).toBe(400);
  expect(await countOf(session)).toBe(0);
});

test('a key of 255 printable characters, spaces included, is accepted unchanged', async () => {
  const session = await parked();
  const headers = { 'idempotency-key': `~ ${'x'.repeat(252)}!` };
  const first = await extend(session, { extend_hours: 1 }, headers);
  const again = await extend(session, { extend_hours: 1 }, headers);
  expect(again.body).toEqual(first.body);
  expect(await countOf(session)).toBe(1);
});
