import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestKey } from '../client.ts';
import { callTool } from '../mcp/connect.ts';
import { openStage, type Stage } from '../stage.ts';

const CODE = '4821#';
const ACCESS = {
  gate_code: CODE,
  entry_lane: 'left',
  exit_procedure: `Enter ${CODE} again at the exit.`,
  notes: `If the keypad hangs, call and say ${CODE}.`,
};
const PATHS = ['/av-fleet/dispatch', '/api/v1/av-fleet/dispatch'];

let stage: Stage;
let rivals: TestKey[];

beforeAll(async () => {
  stage = await openStage();
  // Two accounts that act together, and two fleets of one of them.
  const rival = await stage.api.createKey();
  const { operatorId } = rival;
  rivals = [rival, await stage.api.createKey()];
  for (const fleetId of ['north', 'south'])
    rivals.push(await stage.api.createKey({ operatorId, fleetId }));
});
afterAll(() => stage.api.stop());

async function addLot() {
  const lotId = await stage.parking.addLot({ total_spaces: 200, entry_instructions: ACCESS });
  const labels = ['A1', 'A2'];
  await stage.api.database.sql(
    'update lots set space_labels = $2, free_labels = $2 where lot_id = $1',
    [lotId, labels],
  );
  return lotId;
}

const read = (as: TestKey, path: string, query = {}) =>
  stage.api.request('GET', path, { key: as.secret, query });

async function send(lotId: string, as: TestKey, path = PATHS[0], headers = {}) {
  const vehicles = [{ plate: stage.parking.newPlate() }];
  const body = { lot_id: lotId, vehicles, ...(fleetOf(as) === null && { fleet_id: 'north' }) };
  return { body, answer: await stage.post(path ?? '', body, headers, as) };
}

/** Keys without a fleet have to name one. */
const fleetOf = (key: TestKey) => (rivals.indexOf(key) > 1 ? 'bound' : null);

const commit = (dispatch: {
  id: string;
  allocations: { plate: string; fencing_token: number }[];
}) => dispatch.allocations.map(({ plate, fencing_token }) => ({ plate, fencing_token }));

test('no answer about a dispatch shows a code before its vehicle has a stay', async () => {
  for (const as of [stage.key, ...rivals]) {
    for (const path of PATHS) {
      const lotId = await addLot();
      const headers = { 'idempotency-key': `gate-${PATHS.indexOf(path)}` };
      const { body, answer } = await send(lotId, as, path, headers);
      expect(answer.status).toBe(201);
      const { dispatch } = answer.body;
      const replayed = await stage.post(path, body, headers, as);
      const answers = [answer, replayed];
      for (const one of PATHS)
        answers.push(await read(as, `${one}/${dispatch.id}`), await read(as, one));
      for (const { text } of answers) expect(text).not.toContain(CODE);
      expect(dispatch.allocations[0].entry_instructions).toEqual({
        gate_code: null,
        assigned_space: 'A1',
        entry_lane: 'left',
        exit_procedure: 'Shown during the stay.',
        notes: 'Shown during the stay.',
      });
      expect(replayed.text).toBe(answer.text);
    }
  }
});

test('once it is committed it shows what the stay shows, and the repeated dispatch does not', async () => {
  const [rival] = rivals as [TestKey];
  const headers = { 'idempotency-key': 'before-the-stay' };
  const { body, answer } = await send(await addLot(), rival, PATHS[0], headers);
  const { dispatch } = answer.body;
  const path = `${PATHS[0]}/${dispatch.id}`;
  const key = { 'idempotency-key': 'handed-over' };
  const hand = () => stage.post(`${path}/commit`, { allocations: commit(dispatch) }, key, rival);
  const committed = await hand();
  expect(committed.status).toBe(200);
  const [allocation] = committed.body.dispatch.allocations;
  const stay = await read(rival, `/api/v1/sessions/${allocation.session_id}`);
  expect(stay.body.session.entry_instructions).toEqual({ ...ACCESS, assigned_space: 'A1' });
  expect(allocation.entry_instructions).toEqual(stay.body.session.entry_instructions);
  expect((await read(rival, path)).body).toEqual(committed.body);
  expect((await hand()).body).toEqual(committed.body);
  expect((await stage.post(PATHS[0] ?? '', body, headers, rival)).body).toEqual(answer.body);
});

test('of two vehicles only that which was handed over has the code', async () => {
  const [rival] = rivals as [TestKey];
  const vehicles = [1, 2].map(() => ({ plate: stage.parking.newPlate() }));
  const body = { lot_id: await addLot(), vehicles, fleet_id: 'north' };
  const { dispatch } = (await stage.post('/av-fleet/dispatch', body, {}, rival)).body;
  const allocations = commit(dispatch).slice(0, 1);
  const path = `/av-fleet/dispatch/${dispatch.id}`;
  await stage.post(`${path}/commit`, { allocations }, {}, rival);
  const codes = async () =>
    (await read(rival, path)).body.dispatch.allocations.map(
      (one: { entry_instructions: { gate_code: string | null } }) =>
        one.entry_instructions.gate_code,
    );
  expect(await codes()).toEqual([CODE, null]);
  await stage.post(`${path}/release`, {}, {}, rival);
  expect(await codes()).toEqual([CODE, null]);
});

test('a stay shows the code for a quarter of an hour after its end, and not the codes of later', async () => {
  const [rival] = rivals as [TestKey];
  const { answer } = await send(await addLot(), rival);
  const { id } = answer.body.dispatch;
  const body = { allocations: commit(answer.body.dispatch) };
  const path = `/av-fleet/dispatch/${id}`;
  const { dispatch } = (await stage.post(`${path}/commit`, body, {}, rival)).body;
  const { session_id, plate } = dispatch.allocations[0];
  const ended = await stage.post('/api/v1/sessions/end', { session_id }, {}, rival);
  expect(ended.body.session.entry_instructions.gate_code).toBe(CODE);
  const answers = async () => [
    await read(rival, path),
    await read(rival, '/av-fleet/dispatch', { limit: 1 }),
    await read(rival, `/api/v1/sessions/${session_id}`),
    await read(rival, '/api/v1/sessions/search', { plate }),
  ];
  for (const { text } of await answers()) expect(text).toContain(CODE);
  await stage.parking.passMinutes(16);
  for (const { text } of await answers()) expect(text).not.toContain(CODE);
});

test('neither a hold nor a lot shows the code of another operator, over HTTP or to a tool', async () => {
  const lotId = await addLot();
  const near = { lat: 43.6532, lng: -79.3832 };
  for (const as of rivals.slice(0, 2)) {
    const headers = { 'idempotency-key': `hold-${as.keyId}` };
    const wish = { intent: 'an hour', lot_id: lotId };
    const held = await stage.post('/api/v1/reserve', wish, headers, as);
    expect(held.status).toBe(201);
    const answers = [
      held,
      await stage.post('/api/v1/reserve', wish, headers, as),
      await read(as, `/api/v1/reserve/${held.body.hold.id}`),
      await read(as, '/api/v1/reserve'),
      await read(as, `/api/v1/lots/${lotId}`),
      await read(as, '/api/v1/lots/search', { ...near, radius_km: 50, limit: 50 }),
      await read(as, '/api/v1/lots.geojson'),
      await read(as, '/api/v1/audit'),
    ];
    for (const { status, text } of answers) {
      expect([200, 201]).toContain(status);
      expect(text).not.toContain(CODE);
    }
    const wanted = { ...wish, idempotency_key: 'tool' };
    for (const [name, args] of [
      ['reserve_parking', wanted],
      ['search_parking', { ...near, limit: 50 }],
    ] as const)
      expect(JSON.stringify(await callTool(stage.api, name, args, { key: as }))).not.toContain(
        CODE,
      );
  }
});
