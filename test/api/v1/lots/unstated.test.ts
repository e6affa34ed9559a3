import { afterAll, describe, expect, test } from 'vitest';
import { compareTags } from '../../../../src/kit/osm/diff/compare-tags.ts';
import { callTool, textsOf } from '../../mcp/connect.ts';
import { openStage, windowInHours } from '../../stage.ts';
import { readDump } from './mirror.ts';

const { api, parking, key, newKey, post, get, send } = await openStage();
afterAll(() => api.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by their schemas elsewhere
type Any = any;
const AGENT = { 'x-agent-platform': 'test' };
const NOTHING_MORE = {};
const ALL_SAID = {
  lot_type: 'surface',
  opening_hours: '24/7',
  features: ['access:public'],
  max_height_cm: 210,
  max_daily_rate: 20,
};
let latitude = 10;

/** A lot at a place of its own, with only what a lot needs, and `said`. */
async function addLot(said: object) {
  latitude += 1;
  const place = { lat: latitude, lng: 20 };
  const [needed, leave] = [{ name: 'Harbor Deck', total_spaces: 9 }, { base_rate: 2 }];
  const { status, body, text } = await post('/api/v1/lots', {
    ...needed,
    ...leave,
    ...place,
    ...said,
  });
  expect(status, text).toBe(201);
  const { id } = body.lot;
  expect((await send('PATCH', `/api/v1/lots/${id}`, { is_osm_export_allowed: true })).status).toBe(
    200,
  );
  return { id: id as string, place, near: { ...place, radius_km: 1 } };
}

type Lot = Awaited<ReturnType<typeof addLot>>;

async function answerOf(path: string, query: object = {}): Promise<Any> {
  const { status, body, text } = await get(path, query);
  expect(status, text).toBe(200);
  return body;
}

async function act(action: string, parameters: object): Promise<Any> {
  const { status, body, text } = await post(
    '/api/agents/openai/actions',
    { action, parameters },
    AGENT,
  );
  expect(status, text).toBe(200);
  return body;
}

const boxOf = ({ place: { lat, lng } }: Lot) => [lng - 0.1, lat - 0.1, lng + 0.1, lat + 0.1].join();

const bare = await addLot(NOTHING_MORE);
const told = await addLot(ALL_SAID);

describe('of a lot whose hours nobody said', () => {
  test('no search, now or in a window, by any endpoint, says that it is open or closed', async () => {
    for (const window of [{}, windowInHours(1, 2)]) {
      const question = { ...bare.near, ...window };
      const [found] = (await answerOf('/api/v1/lots/search', question)).lots;
      expect(found).toMatchObject({ id: bare.id, opening_hours: null });
      expect(found.availability.status).toBe('unknown');
      const [result] = (await act('search_parking', question)).results;
      expect(result).toMatchObject({ id: bare.id, opening_hours: null, status: 'unknown' });
      for (const action of ['check_availability', 'get_rates'])
        expect(await act(action, { lot_id: bare.id, ...window })).toMatchObject({
          status: 'unknown',
        });
    }
    const tool = textsOf(await callTool(api, 'search_parking', bare.near, { key })).join();
    expect(tool).toContain(bare.id);
    expect(tool).toContain('unknown');
    expect(tool).not.toMatch(/24\/7|"open"|"closed"/);
  });

  test('the filter for open lots leaves it out, and that for free ones does not', async () => {
    const idsBy = async ({ near }: Lot, filter: object) =>
      (await answerOf('/api/v1/lots/search', { ...near, ...filter })).lots.map(
        ({ id }: { id: string }) => id,
      );
    expect(await idsBy(bare, { open_now: true })).toEqual([]);
    expect(await idsBy(told, { open_now: true })).toEqual([told.id]);
    expect(await idsBy(bare, { available_only: true })).toEqual([bare.id]);
  });

  test('parking is sold, and every quote, hold, dispatch and stay says so', async () => {
    const [found] = (
      await answerOf('/api/v1/lots/search', { ...bare.near, ...windowInHours(1, 2) })
    ).lots;
    expect(found).toMatchObject({ opening_hours: null, quote: { amount: 2 } });
    const plate = () => parking.newPlate();
    const intent = 'parking for an hour';
    const once = () => ({ 'idempotency-key': plate() });
    const held = await post('/api/v1/reserve', { intent, lot_id: bare.id, plate: plate() }, once());
    const stay = { lot_id: bare.id, duration_hours: 1, plate: plate() };
    const parked = await post('/api/v1/sessions', stay, once());
    const fleet = await newKey({ fleetId: 'north' });
    const vehicles = [{ plate: plate() }];
    const sent = await post(
      '/av-fleet/dispatch',
      { fleet_id: 'north', vehicles, lot_id: bare.id },
      once(),
      fleet,
    );
    expect(
      [held.status, parked.status, sent.status],
      `${held.text}${parked.text}${sent.text}`,
    ).toEqual([201, 201, 201]);
    expect(held.body.hold.opening_hours).toBeNull();
    expect(parked.body.session.opening_hours).toBeNull();
    expect(sent.body.dispatch.allocations[0].opening_hours).toBeNull();
    const { id: holdId } = held.body.hold;
    const { id: sessionId } = parked.body.session;
    expect((await answerOf(`/api/v1/reserve/${holdId}`)).hold.opening_hours).toBeNull();
    expect((await answerOf(`/api/v1/sessions/${sessionId}`)).session.opening_hours).toBeNull();
  });
});

/** What every answer and feed says of a lot, in its own form, by endpoint. */
async function doorsOf(lot: Lot) {
  const box = { bbox: boxOf(lot) };
  const [shown] = (await answerOf('/api/v1/lots/search', lot.near)).lots;
  return {
    lot: (await answerOf(`/api/v1/lots/${lot.id}`)).lot,
    search: shown,
    ndjson: (await readDump(api)).lots.find(({ id }) => id === lot.id)?.properties,
    map: (await answerOf('/api/v1/lots.geojson', box)).features[0].properties,
    parkApi: (await answerOf('/feeds/parkapi/v3/parking-sites', box)).items[0],
    otp: (await answerOf('/feeds/parkapi/v3/otp', box)).lots[0],
    apds: (await answerOf('/feeds/apds/v4/places', box)).data[0],
    osm: (await answerOf('/api/v1/lots.osm', { ...box, format: 'geojson' })).features[0].properties,
    osmTags: (await answerOf(`/api/v1/lots/${lot.id}/osm-tags`)).tags,
    osmFile: (await get('/api/v1/lots.osm', box)).text,
    osmChange: (await get('/api/v1/lots.osc', box)).text,
  };
}

test('what nobody said of a lot, no answer and no feed says', async () => {
  const endpoints = await doorsOf(bare);
  for (const endpoint of ['lot', 'search', 'ndjson', 'map'] as const)
    expect(endpoints[endpoint], endpoint).toMatchObject({
      is_lot_type_stated: false,
      opening_hours: null,
      max_height_cm: null,
      max_daily_rate: null,
      features: [],
    });
  const { parkApi, otp, apds } = endpoints;
  for (const name of ['opening_hours', 'is_covered', 'max_height', 'restrictions'])
    expect(parkApi).not.toHaveProperty(name);
  expect(parkApi.type).toBe('OTHER');
  expect(otp.state).toBe('unknown');
  for (const name of ['opening_hours', 'lot_type']) expect(otp).not.toHaveProperty(name);
  expect(apds.times).toMatchObject({ available24hours: false, openingTimesUnknown: true });
  for (const name of ['coveredType', 'openToPublic', 'structureType', 'structureGrade'])
    expect(apds.characteristics[0]).not.toHaveProperty(name);
  for (const name of ['parking', 'access', 'opening_hours', 'covered', 'maxheight']) {
    expect(endpoints.osm, name).not.toHaveProperty(name);
    expect(endpoints.osmTags, name).not.toHaveProperty(name);
    for (const file of [endpoints.osmFile, endpoints.osmChange]) {
      expect(file).toContain('k="amenity"');
      expect(file).not.toContain(`k="${name}"`);
    }
  }
});

test('what was said, every answer and feed says', async () => {
  const endpoints = await doorsOf(told);
  for (const endpoint of ['lot', 'search', 'ndjson', 'map'] as const)
    expect(endpoints[endpoint], endpoint).toMatchObject({ ...ALL_SAID, is_lot_type_stated: true });
  expect(endpoints.map).toMatchObject({ base_rate: 2, rate_unit: 'hour' });
  expect(endpoints.search.availability.status).toBe('open');
  expect(endpoints.parkApi).toMatchObject({
    type: 'OFF_STREET_PARKING_GROUND',
    opening_hours: '24/7',
    is_covered: false,
  });
  expect(endpoints.otp).toMatchObject({ lot_type: 'lot', opening_hours: '24/7', state: 'open' });
  expect(endpoints.apds).toMatchObject({
    times: { available24hours: true, openingTimesUnknown: false },
    characteristics: [{ openToPublic: true, coveredType: 'notCovered' }],
  });
  const tags = { parking: 'surface', access: 'yes', opening_hours: '24/7', maxheight: '2.1' };
  expect(endpoints.osm).toMatchObject(tags);
  expect(endpoints.osmTags).toMatchObject(tags);
});

test('mappers are proposed what was said, and nothing else', async () => {
  const proposed = async ({ id, place }: Lot) => {
    const { tags } = await answerOf(`/api/v1/lots/${id}/osm-tags`);
    const own = { lot_id: id, point: place, name: 'Harbor Deck', ref: null, osm_id: null, tags };
    const more = { total_spaces: 9, is_capacity_estimated: false, is_osm_export_allowed: true };
    return compareTags({ tags: { amenity: 'parking' } }, { ...own, ...more }).map(({ key }) => key);
  };
  const guesses = ['parking', 'access', 'opening_hours', 'covered'];
  const ofBare = await proposed(bare);
  expect(ofBare).toContain('capacity');
  expect(ofBare.filter((name) => guesses.includes(name))).toEqual([]);
  expect(await proposed(told)).toEqual(expect.arrayContaining(guesses.slice(0, 3)));
});

test('what was said can be taken back', async () => {
  const lot = await addLot(ALL_SAID);
  const { status, text } = await send('PATCH', `/api/v1/lots/${lot.id}`, {
    lot_type: null,
    opening_hours: null,
    features: [],
  });
  expect(status, text).toBe(200);
  const shown = (await answerOf(`/api/v1/lots/${lot.id}`)).lot;
  const osmTags = (await answerOf(`/api/v1/lots/${lot.id}/osm-tags`)).tags;
  expect(shown).toMatchObject({ is_lot_type_stated: false, opening_hours: null, features: [] });
  for (const name of ['parking', 'access', 'opening_hours'])
    expect(osmTags).not.toHaveProperty(name);
});
