import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestKey } from '../../client.ts';
import { callTool } from '../../mcp/connect.ts';
import { openStage, type Stage } from '../../stage.ts';

const PATH = '/api/v1/sessions';
const VIN = '1M8GDM9AXKP042788';
const METADATA = { note: 'for the minister' };
const EMAIL = 'driver@example.com';

let stage: Stage;
/** A key of the operator of the lots, and keys of the operator that begins stays there. */
let host: TestKey;
let guest: TestKey;
let guests: TestKey[];
let accomplice: TestKey;

beforeAll(async () => {
  stage = await openStage();
  host = stage.key;
  guest = await stage.api.createKey({ fleetId: 'north' });
  const { operatorId } = guest;
  guests = [guest, await stage.api.createKey({ operatorId })];
  accomplice = await stage.api.createKey();
});
afterAll(() => stage.api.stop());

const read = (as: TestKey, path: string, query = {}) =>
  stage.api.request('GET', path, { key: as.secret, query });

/** A stay that the guest began on a lot of the host, and its secrets. */
async function begun() {
  const body = {
    lot_id: await stage.parking.addLot(),
    plate: stage.parking.newPlate(),
    vehicle: { vin: VIN },
    metadata: METADATA,
    driver_email: EMAIL,
  };
  const { status, body: answer } = await stage.post(PATH, body, {}, guest);
  expect(status).toBe(201);
  const { id, plate, payment_intent_id, client_secret, session_code } = answer.session;
  const secrets = [VIN, METADATA.note, EMAIL, payment_intent_id, client_secret];
  return { id, plate, session_code, payment_intent_id, secrets };
}
type Stay = Awaited<ReturnType<typeof begun>>;

const name = ({ id }: Stay) => ({ session_id: id });

/** Every answer about a stay, in an order in which each call succeeds. */
async function answersAbout(stay: Stay, as: TestKey) {
  const { id, plate } = stay;
  const looked = () =>
    Promise.all([
      read(as, `${PATH}/${id}`),
      read(as, PATH, { limit: 1 }),
      read(as, `${PATH}/search`, { plate }),
      read(as, '/api/v1/audit', { entity_id: id }),
      read(as, '/api/v1/audit'),
    ]);
  const headers = (of: string) => ({ 'idempotency-key': `${of}-${id}` });
  const extend = () =>
    stage.post(`${PATH}/extend`, { ...name(stay), extend_hours: 1 }, headers('extend'), as);
  const end = () => stage.post(`${PATH}/end`, name(stay), headers('end'), as);
  return [
    ...(await looked()),
    await extend(),
    await extend(),
    await end(),
    await end(),
    ...(await looked()),
    await read(as, `${PATH}/${id}/receipt`),
    await read(as, `${PATH}/${id}/refunds`),
  ];
}

test('the operator of a lot reads in no answer what others told of their stay, or how they pay', async () => {
  const stay = await begun();
  const answers = await answersAbout(stay, host);
  const refunded = await stage.post(`${PATH}/${stay.id}/refunds`, { reason: 'x', amount: 0.01 });
  answers.push(refunded, await read(host, '/api/v1/payouts'), await read(host, '/api/v1/reserve'));
  for (const { status, text } of answers) {
    expect([200, 201]).toContain(status);
    for (const secret of stay.secrets) expect(text).not.toContain(secret);
  }
  const { session } = (await read(host, `${PATH}/${stay.id}`)).body;
  expect(session).toMatchObject({
    plate: stay.plate,
    vehicle: { autonomous: false, fleet_id: 'north', vin: null },
    metadata: {},
    payment_intent_id: null,
    status: 'completed',
  });
  for (const key of guests)
    expect((await read(key, `${PATH}/${stay.id}`)).body.session).toMatchObject({
      vehicle: { vin: VIN },
      metadata: METADATA,
      payment_intent_id: stay.payment_intent_id,
    });
});

test('the keys of the operator that began it read all of it in every answer', async () => {
  for (const key of guests) {
    const stay = await begun();
    const answers = await answersAbout(stay, key);
    const shown = answers.flatMap(({ body }) => body.session ?? body.data?.[0] ?? []);
    const ofStay = shown.filter((one) => one.id === stay.id);
    expect(ofStay).toHaveLength(3 + 4 + 3);
    for (const one of ofStay)
      expect(one).toMatchObject({
        vehicle: { vin: VIN },
        metadata: METADATA,
        payment_intent_id: stay.payment_intent_id,
      });
    const { receipt } = (await read(key, `${PATH}/${stay.id}/receipt`)).body;
    expect(receipt.payment_intent_id).toBe(stay.payment_intent_id);
  }
});

test('no tool shows them to the operator of the lot', async () => {
  const stay = await begun();
  for (const tool of ['check_session_status', 'end_parking_session']) {
    const result = await callTool(stage.api, tool, name(stay), { key: host });
    expect(result.isError).not.toBe(true);
    for (const secret of stay.secrets) expect(JSON.stringify(result)).not.toContain(secret);
  }
});

test('events have neither metadata nor VIN; those about a payment have its id', async () => {
  const stay = await begun();
  await stage.post(`${PATH}/end`, name(stay));
  const { body, text } = await read(host, '/api/v1/events', { limit: 100 });
  const types = body.data
    .filter(({ data }: { data: { session_id?: string } }) => data.session_id === stay.id)
    .map(({ type, data }: { type: string; data: { payment_intent_id?: string } }) => [
      type,
      data.payment_intent_id,
    ]);
  expect(new Map(types)).toEqual(
    new Map([
      ['session.created', undefined],
      ['session.ended', undefined],
      ['payment.completed', stay.payment_intent_id],
    ]),
  );
  for (const secret of [VIN, METADATA.note, EMAIL]) expect(text).not.toContain(secret);
});

test("who activates another operator's hold learns no VIN by it", async () => {
  const lotId = await stage.parking.addLot();
  const vehicles = [{ plate: stage.parking.newPlate(), vin: VIN }];
  await stage.post('/av-fleet/dispatch', { lot_id: lotId, vehicles }, {}, guest);
  const holds = await read(host, '/api/v1/reserve', { lot_id: lotId });
  expect(holds.text).not.toContain(VIN);
  const [hold] = holds.body.data;
  const activated = await stage.post(`/api/v1/reserve/${hold.id}/activate`, {});
  expect(activated.status).toBe(201);
  expect(activated.body.session).toMatchObject({ metadata: {}, vehicle: { vin: null } });
  expect(activated.body.session.client_secret).toEqual(expect.any(String));
});

test('an accomplice of the operator of the lot sees nothing of the stay at all', async () => {
  const stay = await begun();
  for (const path of [`${PATH}/${stay.id}`, `${PATH}/${stay.id}/receipt`])
    expect((await read(accomplice, path)).status).toBe(404);
  expect((await read(accomplice, `${PATH}/search`, { plate: stay.plate })).body.data).toEqual([]);
});
