import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Parking } from '../../../stage/parking.ts';
import type { NewTestKey, TestApi, TestKey } from '../../client.ts';
import { fieldsOf, openStage, type Stage } from '../../stage.ts';

const PATH = '/api/v1/sessions';

let api: TestApi;
let parking: Parking;
let key: TestKey;
let newKey: Stage['newKey'];

beforeAll(async () => {
  ({ api, parking, key, newKey } = await openStage());
});
afterAll(() => api.stop());

const post = (path: string, body: object, as = key) =>
  api.request('POST', path, { key: as.secret, body });

/** The answer to the start of a stay, on a new lot unless given. */
async function create(more: object = {}, as = key) {
  const body = { lot_id: await parking.addLot(), plate: parking.newPlate(), ...more };
  return post(PATH, body, as);
}

async function created(more: object = {}, as = key) {
  const { status, body } = await create(more, as);
  expect(status).toBe(201);
  return body.session;
}

describe('which agent began it', () => {
  const agent = { agent_platform: 'claude', agent_name: 'Parking helper' };

  test('is named by the body if the key names none', async () => {
    expect(await created({ agent })).toMatchObject({ source: 'agent', ...agent });
  });

  test("the platform comes from the key before the body, the agent's name from the body", async () => {
    const agentKey = await newKey({ agentPlatform: 'chatgpt' });
    const byKey = { source: 'agent', agent_platform: 'chatgpt' };
    const session = await created({ agent }, agentKey);
    expect(session).toMatchObject({ ...byKey, agent_name: 'Parking helper' });
  });

  test.each<[string, NewTestKey, object, string]>([
    ['of its key', { agentPlatform: 'chatgpt' }, {}, 'chatgpt'],
    ['of the body', {}, { agent: { agent_platform: 'claude' } }, 'claude'],
  ])('an agent without a name has that of its platform: %s', async (_whose, key, more, name) => {
    const { id, agent_name } = await created(more, await newKey(key));
    const [event] = await api.database.sql(
      `select data ->> 'agent_name' as name from events where entity_id = $1`,
      [id],
    );
    expect([agent_name, event]).toEqual([name, { name }]);
  });

  test('audit row, event and session name the same agent', async () => {
    const { id } = await created({ agent });
    const [row] = await api.database.sql(
      `select agent_platform, diff -> 'after' ->> 'source' as source,
         data ->> 'source' as event_source, data ->> 'agent_name' as agent_name
       from audit_log
       join events using (entity_id)
       where entity_id = $1 and action = 'session.created' and type = 'session.created'`,
      [id],
    );
    expect(row).toEqual({
      agent_platform: 'claude',
      source: 'agent',
      event_source: 'agent',
      agent_name: 'Parking helper',
    });
  });

  test.each([
    ['agent.agent_platform', { agent_name: 'x' }],
    ['agent.agent_platform', { agent_platform: '' }],
    ['agent.agent_platform', { agent_platform: 'x'.repeat(101) }],
    ['agent.agent_name', { agent_platform: 'x', agent_name: '' }],
    ['agent.model', { agent_platform: 'x', model: 'y' }],
  ])('400 names %s in %j', async (field, wrong) => {
    const answer = await create({ agent: wrong });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([field]);
  });
});

describe('where it came from', () => {
  const driver = { driver_email: 'driver@example.com' };
  const fleet = { vehicle: { fleet_id: 'north' } };
  const agent = { agent: { agent_platform: 'claude' } };

  test.each([
    ['api', {}],
    ['driver', driver],
    ['fleet', fleet],
    ['fleet', { ...driver, ...fleet }],
    ['agent', { ...driver, ...fleet, ...agent }],
    ['agent', { ...driver, ...agent }],
  ])('%s: %j', async (source, more) => {
    expect((await created(more)).source).toBe(source);
  });

  test('a fleet key: fleet', async () => {
    const fleetKey = await newKey({ fleetId: 'north' });
    expect((await created(driver, fleetKey)).source).toBe('fleet');
  });
});

describe('the fleet and the vehicle', () => {
  test('sessions of a fleet key carry its fleet, whether the body names it or not', async () => {
    const fleetKey = await newKey({ fleetId: 'north' });
    for (const vehicle of [undefined, {}, { fleet_id: 'north' }, { autonomous: true }]) {
      const session = await created(vehicle ? { vehicle } : {}, fleetKey);
      expect(session.vehicle).toMatchObject({ fleet_id: 'north' });
    }
  });

  test("a fleet other than the key's is refused, and no stay begins", async () => {
    const fleetKey = await newKey({ fleetId: 'north' });
    const lotId = await parking.addLot();
    const more = { lot_id: lotId, vehicle: { fleet_id: 'south' } };
    const answer = await create(more, fleetKey);
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(['vehicle.fleet_id']);
    expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 0 });
  });

  test('a self-driving vehicle needs a fleet', async () => {
    const answer = await create({ vehicle: { autonomous: true } });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(['vehicle.fleet_id']);
    const session = await created({ vehicle: { autonomous: true, fleet_id: 'north' } });
    expect(session.vehicle).toEqual({ autonomous: true, fleet_id: 'north', vin: null });
  });

  // In the first VIN the check digit is X (10); the last VIN is from a region without mandatory
  // check digits.
  test.each([
    ['1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
    ['1HGCM82633A004352', '1HGCM82633A004352'],
    ['11111111111111111', '11111111111111111'],
    ['1m8gdm9axkp042788', '1M8GDM9AXKP042788'],
    ['1M8-GDM9A-XK-P042788', '1M8GDM9AXKP042788'],
    ['1M8 GDM9AX KP042788', '1M8GDM9AXKP042788'],
    ['LVSHCAMB1CE054249', 'LVSHCAMB1CE054249'],
    ['WVWZZZ1JZXW000001', 'WVWZZZ1JZXW000001'],
  ])('the VIN %s is stored as %s', async (vin, kept) => {
    expect((await created({ vehicle: { vin } })).vehicle.vin).toBe(kept);
  });

  test.each([
    ['a check digit that does not fit', '1M8GDM9A1KP042788'],
    ['two letters exchanged', '1M8GDM9AXPK042788'],
    ['a wrong check digit of a Chinese maker', 'LVSHCAMB1CE054240'],
    ['an I', '1M8GDM9AXKP04278I'],
    ['an O', 'WVWZZZ1JZXWO00001'],
    ['a Q', 'WVWZZZ1JZXWQ00001'],
    ['16 characters', '1M8GDM9AXKP04278'],
    ['16 characters and a dash', '1M8GDM9AXKP-04278'],
    ['18 characters', '1M8GDM9AXKP0427888'],
    ['letters of another alphabet', 'ЯVWZZZ1JZXW000001'],
    ['over 30 characters', `1M8GDM9AXKP042788${'-'.repeat(14)}`],
  ])('a VIN with %s is refused, and no stay begins', async (_name, vin) => {
    const lotId = await parking.addLot();
    const answer = await create({ lot_id: lotId, vehicle: { vin } });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual(['vehicle.vin']);
    expect(await parking.lot(lotId)).toMatchObject({ taken_spaces: 0 });
  });
});

describe('how it gets in', () => {
  const settings = {
    gate_code: '4711#',
    entry_lane: 'left',
    exit_procedure: 'Follow the arrows.',
    notes: 'Mind the ramp.',
  };

  async function lotWithSpaces(labels: string[]): Promise<string> {
    const lotId = await parking.addLot();
    await api.database.sql(
      `update lots set space_labels = $2, free_labels = $2, entry_instructions = $3
       where lot_id = $1`,
      [lotId, labels, settings],
    );
    return lotId;
  }

  const spaceOf = (session: { entry_instructions: { assigned_space: string | null } }) =>
    session.entry_instructions.assigned_space;

  test("the session shows the lot's access settings whenever it is read", async () => {
    const session = await created({ lot_id: await lotWithSpaces([]) });
    expect(session.entry_instructions).toEqual({ ...settings, assigned_space: null });
    const found = await api.request('GET', `${PATH}/${session.id}`, { key: key.secret });
    expect(found.body.session.entry_instructions).toEqual(session.entry_instructions);
  });

  test('a lot without access settings still has an exit procedure', async () => {
    const { entry_instructions } = await created();
    expect(entry_instructions).toMatchObject({ gate_code: null, entry_lane: null, notes: '' });
    expect(entry_instructions.exit_procedure).not.toBe('');
  });

  test('each stay gets a space label of its own, and none once the labels are used up', async () => {
    const lotId = await lotWithSpaces(['A1', 'A2']);
    const stays = [
      await created({ lot_id: lotId }),
      await created({ lot_id: lotId }),
      await created({ lot_id: lotId }),
    ];
    expect(stays.map(spaceOf)).toEqual(['A1', 'A2', null]);
  });

  test('concurrent stays get different space labels', async () => {
    const labels = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'];
    const lotId = await lotWithSpaces(labels);
    const stays = await Promise.all(labels.map(() => created({ lot_id: lotId })));
    expect(stays.map(spaceOf).toSorted()).toEqual(labels);
  });

  test('a freed space label goes to the next stay, a removed one to none', async () => {
    const lotId = await lotWithSpaces(['A1', 'A2']);
    const [first, second] = [await created({ lot_id: lotId }), await created({ lot_id: lotId })];
    await post(`${PATH}/end`, { session_id: second.id });
    const third = await created({ lot_id: lotId });
    expect(spaceOf(third)).toBe('A2');
    await api.database.sql(`update lots set space_labels = '{A2}' where lot_id = $1`, [lotId]);
    await post(`${PATH}/end`, { session_id: first.id });
    expect(spaceOf(await created({ lot_id: lotId }))).toBeNull();
    expect(await parking.lot(lotId)).toMatchObject({ free_labels: [], taken_spaces: 2 });
  });

  test('a repeated create names the same space label', async () => {
    const body = { lot_id: await lotWithSpaces(['A1', 'A2']), plate: parking.newPlate() };
    const headers = { 'idempotency-key': 'same space' };
    const send = () => api.request('POST', PATH, { key: key.secret, body, headers });
    const [first, again] = [await send(), await send()];
    expect(spaceOf(first.body.session)).toBe('A1');
    expect(again.body).toEqual(first.body);
  });

  test('the gate code is in no public answer, and in no event or audit row', async () => {
    const lotId = await lotWithSpaces(['A1']);
    const { id } = await created({ lot_id: lotId });
    const near = { lat: 43.6532, lng: -79.3832, limit: 50 };
    const answers = await Promise.all([
      api.request('GET', `/api/v1/lots/${lotId}`),
      api.request('GET', `/api/v1/lots/${lotId}/rates`, { key: key.secret }),
      api.request('GET', '/api/v1/lots/search', { query: near }),
      api.request('GET', '/api/v1/lots.geojson'),
    ]);
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).not.toContain(settings.gate_code);
    }
    const written = await api.database.sql<{ written: string }>(
      `select to_jsonb(events)::text as written from events where entity_id = $1
       union all
       select to_jsonb(audit_log)::text from audit_log where entity_id in ($1, $2)`,
      [id, lotId],
    );
    expect(written.length).toBeGreaterThan(1);
    for (const row of written) expect(row.written).not.toContain(settings.gate_code);
  });
});
