import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { fieldsOf, openStage, type Stage } from '../../stage.ts';

const PATH = '/api/v1/sessions';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.api.stop());

const parked = async () => stage.parking.park(await stage.parking.addLot());
const extend = (body: object, headers = {}) =>
  stage.post(`${PATH}/extend`, { extend_minutes: 30, ...body }, headers);
const found = (said: string) => stage.get(`${PATH}/${encodeURIComponent(said)}`);
const idFound = async (said: string) => (await found(said)).body.session?.id;
const end = (body: object, headers = {}) => stage.post(`${PATH}/end`, body, headers);

const spellingsOf = ({ sessionCode: code }: Session) => [
  code,
  code.toLowerCase(),
  code.replace('-', ''),
  ` ${code.toLowerCase().replace('-', ' ')} `,
];

test('a session is extended and ended by its code alone, in any spelling', async () => {
  const session = await parked();
  for (const [i, session_code] of spellingsOf(session).entries()) {
    const { body } = await extend({ session_code });
    expect(body.session).toMatchObject({ id: session.sessionId, extended_count: i + 1 });
  }
  for (const session_code of spellingsOf(session)) {
    const other = await parked();
    const code = session_code.includes('-') ? other.sessionCode : spellingsOf(other)[3];
    const { body } = await end({ session_code: code });
    expect(body.session).toMatchObject({ id: other.sessionId, status: 'completed' });
  }
  const { body } = await end({ session_code: session.sessionCode.toLowerCase() });
  expect(body.session.id).toBe(session.sessionId);
});

test('a code beside an id may have any spelling, and must agree', async () => {
  const [session, other] = [await parked(), await parked()];
  const session_id = session.sessionId;
  for (const session_code of spellingsOf(session))
    expect((await extend({ session_id, session_code })).status).toBe(200);
  for (const session_code of [other.sessionCode, session.sessionCode.slice(-4), '????'])
    expect((await extend({ session_id, session_code })).status).toBe(404);
  expect(
    (await end({ session_id: other.sessionId, session_code: session.sessionCode })).status,
  ).toBe(404);
});

test('an end by code can be repeated with its Idempotency-Key; without it it is refused', async () => {
  const { sessionCode: session_code } = await parked();
  const first = await end({ session_code }, { 'idempotency-key': 'by-code' });
  const again = await end({ session_code }, { 'idempotency-key': 'by-code' });
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  const over = await end({ session_code });
  expect(over.body.error.details).toMatchObject({ reason: 'already_ended' });
  const extended = await extend({ session_code });
  expect(extended.body.error.details).toMatchObject({ reason: 'not_active' });
});

test.each(['2222-2222', '2222', 'IMPORTED', '7F3K-9Q2M-1'])(
  'the unknown code %s is 404',
  async (code) => {
    expect((await end({ session_code: code })).status).toBe(404);
    expect((await extend({ session_code: code })).status).toBe(404);
  },
);

test('neither id nor code is 400 and names the id', async () => {
  expect(fieldsOf(await end({}))).toEqual(['session_id']);
  expect(fieldsOf(await extend({}))).toEqual(['session_id']);
});

const giveCode = (to: Session, code: string) =>
  stage.api.database.sql('update sessions set session_code = $2 where session_id = $1', [
    to.sessionId,
    code,
  ]);

test('of two sessions with one code the one under way is meant; of two under way neither', async () => {
  const [one, two] = [await parked(), await parked()];
  await giveCode(two, one.sessionCode);
  const doubtful = await end({ session_code: one.sessionCode });
  expect(doubtful.status).toBe(400);
  expect(doubtful.body.error.details).toMatchObject({
    reason: 'several',
    candidates: [{ session_id: two.sessionId }, { session_id: one.sessionId }],
  });
  const over = await parked();
  await giveCode(over, two.sessionCode);
  await end({ session_id: over.sessionId });
  await end({ session_id: two.sessionId });
  expect(await idFound(one.sessionCode)).toBe(one.sessionId);
});

test('a session is looked up by its code, and while it is under way by its short code', async () => {
  const session = await parked();
  const short = session.sessionCode.slice(-4);
  const spoken = [...session.sessionCode.toLowerCase()].join(' ');
  for (const said of [...spellingsOf(session), spoken, short, short.toLowerCase(), `${short} `])
    expect(await idFound(said), said).toBe(session.sessionId);
  await end({ session_id: session.sessionId });
  expect(await idFound(session.sessionCode)).toBe(session.sessionId);
  expect((await found(short)).status).toBe(404);
});

test('several sessions under way with a short code are candidates; those of others do not count', async () => {
  const [one, two] = [await parked(), await parked()];
  const short = one.sessionCode.slice(-4);
  await giveCode(two, `AAAA-${short}`);
  const { status, body } = await found(short);
  expect(status).toBe(400);
  expect(body.error.details.candidates).toEqual(
    [two, one].map(({ sessionId, startedAt }) => ({
      session_id: sessionId,
      session_code: sessionId === two.sessionId ? `AAAA-${short}` : one.sessionCode,
      lot_name: expect.stringMatching(/^Test lot/),
      started_at: startedAt.toISOString(),
    })),
  );
  const stranger = await stage.api.createKey();
  await stage.api.database.sql(
    'update sessions set operator_id = $2, creator_operator_id = $2 where session_id = $1',
    [two.sessionId, stranger.operatorId],
  );
  expect(await idFound(short)).toBe(one.sessionId);
});

test('an unknown code is answered as an unknown id is, and a test key finds no live stay', async () => {
  const { sessionCode } = await parked();
  const test = await stage.newKey({ mode: 'test' });
  const get = (said: string, key = stage.key) =>
    stage.api.request('GET', `${PATH}/${said}`, { key: key.secret });
  const answers = [
    await get(`ses_${'0'.repeat(32)}`),
    await get('2222-2222'),
    await get('2222'),
    await get(sessionCode, test),
    await get(sessionCode.slice(-4), test),
  ];
  const shown = answers.map(({ status, body }) => [status, body.error.code, body.error.message]);
  expect(new Set(shown.map((one) => one.join())).size).toBe(1);
  expect(shown[0]?.[0]).toBe(404);
});

test('a code that a session of another operator has too means the own session', async () => {
  const [one, two] = [await parked(), await parked()];
  await giveCode(two, one.sessionCode);
  const stranger = await stage.api.createKey();
  await stage.api.database.sql(
    'update sessions set operator_id = $2, creator_operator_id = $2 where session_id = $1',
    [two.sessionId, stranger.operatorId],
  );
  // Codes of other operators' sessions do not count.
  expect((await end({ session_code: one.sessionCode })).body.session.id).toBe(one.sessionId);
});
