import { afterAll, describe, expect, test } from 'vitest';
import { newRules } from '../../../stage/fixtures.ts';
import { openParking } from '../../../stage/parking.ts';
import type { TestKey } from '../../client.ts';
import { openKeys } from './operator.ts';

const { api, newKey, post, get, made, rotate, remove } = await openKeys();
afterAll(() => api.stop());

const { addLot, newPlate } = await openParking(api.database);
const MANDATE = { currency: 'cad', max_per_stay: 10, max_per_day: 20 };
const RIGHTS = ['lots:read', 'sessions:write'];

type Caller = Pick<TestKey, 'secret'>;

const refusedFields = ({ status, body }: Awaited<ReturnType<typeof post>>) => ({
  status,
  fields: body.error?.details?.map(({ field }: { field: string }) => field),
});

const me = async (as: Caller) => (await api.request('GET', '/api/v1/me', { key: as.secret })).body;
const park = async (as: Caller, lotId: string, hours: number) =>
  api.request('POST', '/api/v1/sessions', {
    key: as.secret,
    body: { lot_id: lotId, plate: newPlate(), duration_hours: hours },
  });

describe('a mandate that is asked for with a key', () => {
  test('binds the key, and says to the key what is left', async () => {
    const agent = await made(await newKey(), { scopes: RIGHTS, mandate: MANDATE });
    expect(agent.mandate).toMatchObject({ ...MANDATE, timezone: 'UTC', needs_activation: false });
    const lotId = await addLot({ rate_minor: 800 });
    expect((await park(agent, lotId, 2)).status).toBe(403);
    expect((await park(agent, lotId, 1)).status).toBe(201);
    expect((await me(agent)).mandate).toMatchObject({ max_per_day: 20, left_today: 12 });
  });

  test('says to whoever made the key what is left', async () => {
    const maker = await newKey();
    const agent = await made(maker, { scopes: RIGHTS, mandate: MANDATE });
    const lotId = await addLot({ rate_minor: 800 });
    expect((await park(agent, lotId, 1)).status).toBe(201);
    expect((await get(maker, `/${agent.id}`)).body.mandate).toMatchObject({ left_today: 12 });
    const plain = await made(maker, { scopes: RIGHTS });
    expect((await get(maker, `/${plain.id}`)).body.mandate).toBeNull();
  });

  test('is shown with the key to who makes keys, and to nobody where there is none', async () => {
    const maker = await newKey();
    const { id, mandate } = await made(maker, { mandate: { needs_activation: true } });
    expect((await get(maker, `/${id}`)).body.key.mandate).toEqual(mandate);
    expect((await get(maker, '')).body.data[0].mandate).toEqual(mandate);
    expect((await me(maker)).mandate).toBeNull();
  });

  test.each([
    ['nothing', {}, 'mandate'],
    ['an amount without a currency', { max_per_day: 20 }, 'mandate.currency'],
    ['an unknown rule', { max_per_week: 20, currency: 'cad' }, 'mandate.max_per_week'],
    ['an amount as a text', { currency: 'cad', max_per_day: '20' }, 'mandate.max_per_day'],
    ['less for a day than for a stay', { ...MANDATE, max_per_day: 5 }, 'mandate.max_per_stay'],
    ['no lot', { lot_ids: [] }, 'mandate.lot_ids'],
    ['a lot that is not there', { lot_ids: [crypto.randomUUID()] }, 'mandate.lot_ids'],
    ['hours that are none', { hours: 'nine to five' }, 'mandate.hours'],
    ['a zone that is none', { hours: '24/7', timezone: 'Mars' }, 'mandate.timezone'],
    ['half an area', { area: { lat: 1, lng: 1 } }, 'mandate.area.radius_km'],
  ])('is refused with %s, naming the field, and no key is made', async (_, mandate, field) => {
    const maker = await newKey();
    const answer = await post(maker, '', { name: 'agent', scopes: RIGHTS, mandate });
    expect(answer.status, answer.text).toBe(400);
    expect(refusedFields(answer).fields[0]).toMatch(new RegExp(`^${field}`));
    expect((await get(maker, '')).body.data).toHaveLength(1);
  });
});

describe('a key with a mandate', () => {
  test('makes keys that share it: together they spend no more than it', async () => {
    const rules = newRules({ currency: 'cad', maxPerDayMinor: 2_000 });
    const agent = await newKey({ mandate: rules });
    const [one, two] = [
      await made(agent, { scopes: RIGHTS }),
      await made(agent, { scopes: RIGHTS }),
    ];
    expect(one.mandate.id).toBe(two.mandate.id);
    const lotId = await addLot({ rate_minor: 500 });
    const answers = await Promise.all(
      [agent, one, two, agent, one, two].map((key) => park(key, lotId, 1)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect((await me(two)).mandate.left_today).toBe(0);
  });

  test('makes none with a mandate of its own', async () => {
    const agent = await newKey({ mandate: newRules({ needsActivation: true }) });
    const answer = await post(agent, '', { name: 'wider', scopes: RIGHTS, mandate: MANDATE });
    expect(refusedFields(answer)).toEqual({ status: 403, fields: ['mandate'] });
  });

  test('rotates and ends no key without it, and registers none as an agent', async () => {
    const agent = await newKey({ mandate: newRules({ needsActivation: true }) });
    const free = await newKey({ operatorId: agent.operatorId, scopes: ['lots:read'] });
    const registration = { name: 'Valet', platform: 'openai', key_id: free.keyId };
    for (const answer of [
      await rotate(agent, free.keyId),
      await remove(agent, free.keyId),
      await api.request('POST', '/api/v1/agents', { key: agent.secret, body: registration }),
    ])
      expect(refusedFields(answer)).toEqual({ status: 403, fields: ['mandate'] });
  });

  test('keeps it, and what was spent, when it rotates itself', async () => {
    const agent = await made(await newKey(), {
      scopes: [...RIGHTS, 'keys:write'],
      mandate: MANDATE,
    });
    const lotId = await addLot({ rate_minor: 900 });
    expect((await park(agent, lotId, 1)).status).toBe(201);
    const { body } = await rotate(agent, agent.id);
    expect((await me(body)).mandate).toMatchObject({ id: agent.mandate.id, left_today: 11 });
  });
});
