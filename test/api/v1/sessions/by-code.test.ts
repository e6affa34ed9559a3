import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../../src/sessions/session.ts';
import { runExplained } from '../../../statement-plan.ts';
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

test('a code that two sessions share finds neither', async () => {
  const [one, two] = [await parked(), await parked()];
  const sameCode = 'update sessions set session_code = $2 where session_id = $1';
  await stage.api.database.sql(sameCode, [two.sessionId, one.sessionCode]);
  expect((await end({ session_code: one.sessionCode })).status).toBe(404);
  const stranger = await stage.api.createKey();
  await stage.api.database.sql(
    'update sessions set operator_id = $2, creator_operator_id = $2 where session_id = $1',
    [two.sessionId, stranger.operatorId],
  );
  // Codes of other operators' sessions do not count.
  expect((await end({ session_code: one.sessionCode })).body.session.id).toBe(one.sessionId);
});

test('among 5 000 sessions a code is found by index', async () => {
  const session = await parked();
  await stage.api.database.sql(
    `insert into sessions
     select (jsonb_populate_record(sessions, jsonb_build_object(
       'session_id', 'ses_' || lpad(to_hex(number), 32, '0'), 'status', 'completed',
       'session_code', lpad(upper(to_hex(number)), 8, '0'), 'captured_at', now(),
       'ended_at', expected_end, 'subtotal_minor', 0, 'platform_fee_minor', 0))).*
     from sessions, generate_series(1, 5000) as number
     where session_id = $1`,
    [session.sessionId],
  );
  await stage.api.database.sql('analyze sessions');
  const { operatorId, livemode } = stage.parking.caller;
  const steps = await runExplained(stage.api.database, 'session_find_by_code', {
    session_code: session.sessionCode,
    livemode,
    operator_id: operatorId,
    fleet_id: null,
  });
  const read = steps.filter((step) => step['Relation Name'] === 'sessions');
  expect(read.map((step) => step['Node Type'])).not.toContain('Seq Scan');
  expect(read.map((step) => step['Rows Removed by Filter'] ?? 0)).toEqual([0]);
});
