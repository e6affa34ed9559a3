import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLot } from '../../../stage/fixtures.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { inHours, windowInHours } from '../../stage.ts';

// Bodies as assistants send them: half of them say something else than they look like, and must be
// refused rather than be answered wrongly.

const PATH = '/api/agents/openai/actions';
const LOT = '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40';
const HERE = { lat: 41.2, lng: -99.6 };
const WINDOW = windowInHours(24, 26);
/** Where clocks are five hours behind UTC. */
const STARTS_THERE = inHours(24 - 5).replace('Z', '-05:00');

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  const rateLimits = { dispatcher: 1_000, agent_call: 1_000 };
  key = await api.createKey({ rateLimits });
  const place = { latitude: HERE.lat, longitude: HERE.lng };
  await addLot(api.database, { ...place, lot_id: LOT, operator_id: key.operatorId });
  // 2 km further north.
  const north = { latitude: 41.218, longitude: HERE.lng };
  await addLot(api.database, { ...north, operator_id: key.operatorId });
});
afterAll(() => api.stop());

const search = (parameters: unknown) => ({ action: 'search_parking', parameters });
const free = (parameters: unknown) => ({ action: 'check_availability', parameters });
const rates = (parameters: unknown) => ({ action: 'get_rates', parameters });

/** What is sent, and in the answer the number of lots, or the facts of the lot. */
const UNDERSTOOD: [string, unknown, unknown][] = [
  ['only a place', search(HERE), 2],
  ['all parameters', search({ ...HERE, radius_km: 1, limit: 25 }), 1],
  [
    'members in another order',
    { parameters: { lng: HERE.lng, lat: HERE.lat }, action: 'search_parking' },
    2,
  ],
  ['nulls in what may be left out', search({ ...HERE, radius_km: null, limit: null }), 2],
  ['whole numbers with a fraction', search({ ...HERE, limit: 1.0 }), 1],
  ['numbers in powers of ten', search({ lat: 4.12e1, lng: -9.96e1 }), 2],
  ['more digits than a place has', search({ lat: 41.20000000004, lng: -99.6 }), 2],
  ['the smallest circle', search({ ...HERE, radius_km: 0.1 }), 1],
  [
    'a window with an offset',
    search({ ...HERE, starts_at: STARTS_THERE, ends_at: WINDOW.ends_at }),
    2,
  ],
  ['a filter', search({ ...HERE, available_only: true, sort: 'price' }), 2],
  ['a lot', free({ lot_id: LOT }), true],
  ['a lot in capitals', free({ lot_id: LOT.toUpperCase() }), true],
  ['a lot and a window', free({ lot_id: LOT, ...WINDOW }), true],
  ['a lot and null for a window', rates({ lot_id: LOT, starts_at: null, ends_at: null }), 3.5],
  ['rates in a window', rates({ lot_id: LOT, ...WINDOW }), 3.5],
];

const REFUSED: [string, unknown, string[]][] = [
  [
    'numbers as strings',
    search({ lat: '41.2', lng: '-99.6' }),
    ['parameters.lat', 'parameters.lng'],
  ],
  ['parameters as a JSON string', search(JSON.stringify(HERE)), ['parameters']],
  ['parameters as a list', search([41.2, -99.6]), ['parameters']],
  [
    'parameters beside the action',
    { action: 'search_parking', ...HERE },
    ['lat', 'lng', 'parameters'],
  ],
  ['lon', search({ lat: 41.2, lon: -99.6 }), ['parameters.lon']],
  [
    'latitude and longitude',
    search({ latitude: 41.2, longitude: -99.6 }),
    ['parameters.latitude', 'parameters.longitude'],
  ],
  ['lat and lng exchanged', search({ lat: -99.6, lng: 41.2 }), ['parameters.lat']],
  ['a radius in metres', search({ ...HERE, radius_km: 2_000 }), ['parameters.radius_km']],
  ['a radius of another name', search({ ...HERE, radius_m: 2_000 }), ['parameters.radius_m']],
  ['a place in words', search({ location: 'Cedar Street' }), ['parameters.location']],
  ['a limit of 0', search({ ...HERE, limit: 0 }), ['parameters.limit']],
  ['null for a place', search({ lat: null, lng: -99.6 }), ['parameters.lat']],
  ['another case', { action: 'Search_Parking', parameters: HERE }, ['action']],
  ['the name with a dash', { action: 'search-parking', parameters: HERE }, ['action']],
  ['a list of actions', { action: ['search_parking'], parameters: HERE }, ['action']],
  ['what it cannot do', { action: 'create_session', parameters: { lot_id: LOT } }, ['action']],
  ['a function call', { name: 'search_parking', arguments: HERE }, ['action']],
  ['two calls at once', [search(HERE), search(HERE)], ['body']],
  ['a lot with spaces', free({ lot_id: ` ${LOT} ` }), ['parameters.lot_id']],
  ['a lot by its name', free({ lot_id: 'Cedar Street Garage' }), ['parameters.lot_id']],
  ['several lots', free({ lot_ids: [LOT] }), ['parameters.lot_id', 'parameters.lot_ids']],
  [
    'a day without a time',
    free({ lot_id: LOT, starts_at: '2027-07-01', ends_at: '2027-07-02' }),
    ['parameters.ends_at', 'parameters.starts_at'],
  ],
  [
    'times without a zone',
    rates({ lot_id: LOT, starts_at: '2027-07-01T12:00:00', ends_at: '2027-07-01T14:00:00' }),
    ['parameters.ends_at', 'parameters.starts_at'],
  ],
  ['half a window', rates({ lot_id: LOT, starts_at: WINDOW.starts_at }), ['parameters.ends_at']],
  [
    'hours in place of an end',
    rates({ lot_id: LOT, starts_at: WINDOW.starts_at, duration_hours: 2 }),
    ['parameters.duration_hours'],
  ],
  ['an extra member', { ...search(HERE), agent_platform: 'openai' }, ['agent_platform']],
];

const send = (body: unknown) => api.request('POST', PATH, { key: key.secret, body });

test.each(UNDERSTOOD)('%s: %j is understood', async (_what, sent, expected) => {
  const { status, body, text } = await send(sent);
  expect(status, text).toBe(200);
  expect(body.results?.length ?? body.available ?? body.base_rate).toBe(expected);
});

test.each(REFUSED)('%s: %j is refused naming %j', async (_what, sent, fields) => {
  const { status, body } = await send(sent);
  expect(status).toBe(400);
  const named = [body.error.details].flat().map(({ field }: { field: string }) => field);
  expect(named.toSorted()).toEqual(fields);
});

test('an action that is unknown is answered with those that are allowed', async () => {
  const { status, body } = await send({ action: 'end_session', parameters: {} });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'action: must be one of search_parking, check_availability, get_rates',
    details: {
      field: 'action',
      allowed: ['search_parking', 'check_availability', 'get_rates'],
    },
  });
});
