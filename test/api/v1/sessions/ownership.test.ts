import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../../../src/parking/sessions/session.ts';
import { openParking, type Parking } from '../../../stage/parking.ts';
import { type NewTestKey, startTestApi, type TestApi, type TestKey } from '../../client.ts';

const PATH = '/api/v1/sessions';
const FLEET = 'north';

let api: TestApi;
let parking: Parking;
let creator: TestKey;
let stranger: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  parking = await openParking(api.database);
  creator = await api.createKey({ fleetId: FLEET });
  stranger = await api.createKey();
});
afterAll(() => api.stop());

/** A stay that the creator's fleet key began on a lot of the other operator. */
async function parked(): Promise<Session> {
  const { operatorId, keyId } = creator;
  const as = { ...parking.caller, operatorId, id: keyId, fleetId: FLEET };
  return parking.park(await parking.addLot(), { as });
}

type Who = { name: string; isAllowed: boolean; key: () => Promise<TestKey> };

const keyOf = (owner: () => string, more: NewTestKey = {}) => {
  return () => api.createKey({ ...more, operatorId: owner() });
};
const ofLot = () => parking.caller.operatorId;
const ofCreator = () => creator.operatorId;
const ofStranger = () => stranger.operatorId;

const callers: Who[] = [
  { name: "the lot's operator", isAllowed: true, key: keyOf(ofLot) },
  { name: 'the key that began it', isAllowed: true, key: async () => creator },
  {
    name: 'another key of the same fleet',
    isAllowed: true,
    key: keyOf(ofCreator, { fleetId: FLEET }),
  },
  { name: 'a fleetless key of the same operator', isAllowed: true, key: keyOf(ofCreator) },
  {
    name: 'another fleet of the same operator',
    isAllowed: false,
    key: keyOf(ofCreator, { fleetId: 'south' }),
  },
  {
    name: "another fleet of the lot's operator",
    isAllowed: false,
    key: keyOf(ofLot, { fleetId: 'south' }),
  },
  { name: 'a stranger', isAllowed: false, key: async () => stranger },
  {
    name: 'a stranger with a fleet of the same name',
    isAllowed: false,
    key: keyOf(ofStranger, { fleetId: FLEET }),
  },
  {
    name: "the lot's operator in the sandbox",
    isAllowed: false,
    key: keyOf(ofLot, { mode: 'test' }),
  },
  {
    name: "the creator's operator in the sandbox",
    isAllowed: false,
    key: keyOf(ofCreator, { mode: 'test' }),
  },
];

const allowed = callers.filter((who) => who.isAllowed);
const refused = callers.filter((who) => !who.isAllowed);

const get = ({ secret }: TestKey, path: string, query = {}) =>
  api.request('GET', path, { key: secret, query });
const post = ({ secret }: TestKey, path: string, body: object) =>
  api.request('POST', path, { key: secret, body });

const idsIn = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

/** A stay's row, its lot's counters, and how many rows were written about it. */
async function everythingAbout(session: Session): Promise<unknown> {
  return api.database.sql(
    `select sessions.*, taken_spaces, held_spaces,
       (select count(*) from audit_log where entity_id = session_id) as audit_count,
       (select count(*) from events where entity_id = session_id) as event_count,
       (select count(*) from idempotency) as idempotency_count
     from sessions join lots using (lot_id) where session_id = $1`,
    [session.sessionId],
  );
}

describe.each(allowed)('$name', ({ key: keyFor }) => {
  test('sees the session: by id, in its list and by its plate', async () => {
    const [session, key] = [await parked(), await keyFor()];
    const found = await get(key, `${PATH}/${session.sessionId}`);
    expect(found.body.session.id).toBe(session.sessionId);
    expect(idsIn(await get(key, PATH, { lot_id: session.lotId }))).toEqual([session.sessionId]);
    expect(idsIn(await get(key, `${PATH}/search`, { plate: session.plate }))).toEqual([
      session.sessionId,
    ]);
  });

  test.each([
    ['its id and its code', (one: Session) => [one.sessionId, one.sessionCode]],
    ['its id', (one: Session) => [one.sessionId, undefined]],
    ['its code', (one: Session) => [undefined, one.sessionCode]],
  ])('may extend and end it by %s', async (_by, namesOf) => {
    const [session, key] = [await parked(), await keyFor()];
    const [session_id, session_code] = namesOf(session);
    const body = { session_id, session_code };
    const extended = await post(key, `${PATH}/extend`, { ...body, extend_hours: 1 });
    expect(extended.body.session).toMatchObject({ id: session.sessionId, extended_count: 1 });
    const ended = await post(key, `${PATH}/end`, body);
    expect(ended.body.session).toMatchObject({ id: session.sessionId, status: 'completed' });
  });
});

describe.each(refused)('$name', ({ key: keyFor }) => {
  test('gets the same answer as for an unknown session: 404, or an empty list', async () => {
    const [session, key] = [await parked(), await keyFor()];
    const there = await get(key, `${PATH}/${session.sessionId}`);
    const nowhere = await get(key, `${PATH}/ses_${'0'.repeat(32)}`);
    expect(there.status).toBe(404);
    expect(there.body.error).toEqual({
      ...nowhere.body.error,
      request_id: there.headers['x-request-id'],
    });
    expect(idsIn(await get(key, PATH, { lot_id: session.lotId }))).toEqual([]);
    expect(idsIn(await get(key, `${PATH}/search`, { plate: session.plate }))).toEqual([]);
  });

  test('can neither extend nor end it, with or without its code, and changes nothing', async () => {
    const [session, key] = [await parked(), await keyFor()];
    const before = await everythingAbout(session);
    const plain = { session_id: session.sessionId };
    const coded = { session_code: session.sessionCode };
    for (const body of [plain, { ...plain, ...coded }, coded]) {
      const answers = [
        await post(key, `${PATH}/extend`, { ...body, extend_hours: 1 }),
        await post(key, `${PATH}/end`, body),
      ];
      for (const { status, body: told } of answers)
        expect({ status, code: told.error.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
    }
    expect(await everythingAbout(session)).toEqual(before);
  });
});
