import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewTestKey, TestKey } from '../client.ts';
import { openStage, type Stage } from '../stage.ts';

// The calls by which agents ask and book, each with the platform in its header.

const PLACE = { latitude: 43.6532, longitude: -79.3832 };
const AS_AGENT = { 'X-Agent-Platform': 'claude' };

let stage: Stage;
let lotId: string;
beforeAll(async () => {
  stage = await openStage();
  lotId = await stage.parking.addLot({ ...PLACE, total_spaces: 100 });
});
afterAll(() => stage.api.stop());

let sent = 0;

async function send(method: string, path: string, body: object | undefined, as: TestKey | 'none') {
  const answer = await stage.api.request(method, path, {
    ...(as !== 'none' && { key: as.secret }),
    headers: { ...AS_AGENT, 'Idempotency-Key': `call ${++sent}` },
    ...(body && { body }),
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

const post = (path: string, body: object, as = stage.key) => send('POST', path, body, as);
const get = (path: string, as: TestKey | 'none' = stage.key) => send('GET', path, undefined, as);

/** The platforms of all audit rows of a thing. */
async function platformsOf(entityId: string): Promise<unknown[]> {
  const rows = await stage.api.database.sql<{ agent_platform: string | null }>(
    'select distinct agent_platform from audit_log where entity_id = $1',
    [entityId],
  );
  return rows.map(({ agent_platform }) => agent_platform);
}

describe('what an agent books is attributed to the platform of the header', () => {
  const newStay = (as?: TestKey) =>
    post('/api/v1/sessions', { lot_id: lotId, plate: stage.parking.newPlate() }, as);

  test('a stay, with its extension and its end', async () => {
    const { session } = await newStay();
    expect(session).toMatchObject({
      source: 'agent',
      agent_platform: 'claude',
      agent_name: 'claude',
    });
    const session_id = session.id;
    await post('/api/v1/sessions/extend', { session_id, extend_minutes: 30 });
    await post('/api/v1/sessions/end', { session_id });
    expect(await platformsOf(session_id)).toEqual(['claude']);
  });

  test('a stay whose body names another platform is attributed to that of the body', async () => {
    const agent = { agent_platform: 'openai' };
    const body = { lot_id: lotId, plate: stage.parking.newPlate(), agent };
    const { session } = await post('/api/v1/sessions', body);
    expect(session.agent_platform).toBe('openai');
    expect(await platformsOf(session.id)).toEqual(['openai']);
  });

  test('a stay of a key that names a platform is attributed to that of the key', async () => {
    const { session } = await newStay(await stage.newKey({ agentPlatform: 'gemini' }));
    expect(session.agent_platform).toBe('gemini');
  });

  test('a hold, and the stay that it becomes', async () => {
    const { hold } = await post('/api/v1/reserve', { intent: 'now for an hour', lot_id: lotId });
    const plate = stage.parking.newPlate();
    const { session } = await post(`/api/v1/reserve/${hold.id}/activate`, { plate });
    expect(await platformsOf(hold.id)).toEqual(['claude']);
    expect(session.agent_platform).toBe('claude');
  });

  test.each(['/av-fleet/dispatch', '/api/v1/av-fleet/dispatch'])(
    'a dispatch to %s',
    async (path) => {
      const vehicles = [{ plate: stage.parking.newPlate() }];
      const { dispatch } = await post(path, { fleet_id: 'f', lot_id: lotId, vehicles });
      const rows = await stage.api.database.sql<{ hold_id: string }>(
        'select hold_id from holds where dispatch_id = $1',
        [dispatch.id],
      );
      expect(rows).toHaveLength(1);
      for (const { hold_id } of rows) expect(await platformsOf(hold_id)).toEqual(['claude']);
    },
  );
});

describe('what an agent asks', () => {
  type Row = Record<string, unknown>;

  /** The searches recorded since the last call. */
  async function recorded(): Promise<Row[]> {
    await stage.api.app.searches.close();
    return stage.api.database.sql<Row>(
      `with gone as (delete from search_callers)
       select kind, livemode, agent_platform, radius_m, found_lot_count, available_lot_count
       from search_log join search_callers using (search_id) order by search_id`,
    );
  }
  beforeEach(() => recorded());

  const search = `/api/v1/lots/search?lat=${PLACE.latitude}&lng=${PLACE.longitude}`;
  const lookUps = () => [`/api/v1/lots/${lotId}`, `/api/v1/lots/${lotId}/rates`];
  const asRates = { kind: 'rates', radius_m: 0, found_lot_count: 1, available_lot_count: 1 };

  test('a search is audited under the platform of the header, and recorded as of none that is known', async () => {
    const key = await stage.newKey();
    await get(search, key);
    expect(await recorded()).toMatchObject([{ kind: 'search', agent_platform: 'unknown' }]);
    const audits = await stage.api.database.sql(
      "select agent_platform from audit_log where action = 'lots.searched' and actor_id = $1",
      [key.keyId],
    );
    expect(audits).toEqual([{ agent_platform: 'claude' }]);
  });

  test.each<[string, NewTestKey]>([
    // What the header says counts for no platform.
    ['unknown', {}],
    ['gemini', { agentPlatform: 'gemini' }],
  ])('a lot and its rates are recorded as looked up by %s (key %j)', async (platform, more) => {
    const key = await stage.newKey(more);
    const stranger = await stage.api.createKey(more);
    for (const as of [key, stranger]) for (const path of lookUps()) await get(path, as);
    const expected = { ...asRates, livemode: true, agent_platform: platform };
    expect(await recorded()).toEqual(Array(4).fill(expected));
  });

  test('where no rate is posted, none was available', async () => {
    const bare = await stage.parking.addLot({ rate_minor: null });
    await get(`/api/v1/lots/${bare}`);
    expect(await recorded()).toMatchObject([{ ...asRates, available_lot_count: 0 }]);
  });

  test('what people look up is not recorded', async () => {
    const key = stage.key.secret;
    for (const path of lookUps()) await stage.api.request('GET', path, { key });
    expect(await recorded()).toEqual([]);
  });

  test('without a key the header makes nobody an agent', async () => {
    await get(`/api/v1/lots/${lotId}`, 'none');
    await get(search, 'none');
    expect(await recorded()).toMatchObject([{ kind: 'search', agent_platform: null }]);
  });

  test('a lot that is not found is not recorded', async () => {
    const path = '/api/v1/lots/0199b0d4-7c1e-7a52-9c3b-000000000000';
    const call = { key: stage.key.secret, headers: AS_AGENT };
    for (const one of [path, `${path}/rates`])
      expect((await stage.api.request('GET', one, call)).status).toBe(404);
    expect(await recorded()).toEqual([]);
  });
});
