import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { startTestApi, type TestApi, type TestKey } from '../../client.ts';
import { addLotWith, randomLot } from '../many-lots.ts';

const LOTS = '/feeds/parkapi/v3/otp';
const COUNT = 200;
const seed = seedOfRun();
const clock = { ms: Date.now(), now: () => clock.ms };

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi({ clock });
  key = await api.createKey();
  const random = randomFrom(seed);
  for (let i = 0; i < COUNT; i += 1)
    await addLotWith(api.database, key.operatorId, randomLot(random));
});
afterAll(() => api.stop());
beforeEach(() => {
  clock.ms += 60_000;
});

type Json = Record<string, unknown>;

/**
 * What the park-api updater of OpenTripPlanner 2 (ParkAPIUpdater, CarParkAPIUpdater) makes of one
 * element of `lots`: a member that is there is read even when it is null, as 0 or as "null".
 */
function asOtpReads(lot: Json) {
  const whole = (name: string) => (name in lot ? Math.trunc(Number(lot[name] ?? 0)) || 0 : null);
  const text = (name: string) => (name in lot ? String(lot[name]) : null);
  const spaces = (cars: string, disabled: string) => {
    const both = { cars: whole(cars), disabled: whole(disabled) };
    return both.cars === null && both.disabled === null ? null : both;
  };
  const capacity = spaces('total', 'total:disabled');
  if (!('state' in lot)) throw new Error('a lot without a state stops the updater');
  const coords = lot.coords as Json;
  return {
    id: text('id'),
    name: String(lot.name),
    place: [Number(coords.lng), Number(coords.lat)],
    isOperational: lot.state !== 'closed',
    openingHours: text('opening_hours'),
    detailsUrl: text('url'),
    imageUrl: text('image_url'),
    notes: Object.values((lot.notes ?? {}) as Json).map(String),
    capacity,
    hasCarPlaces: capacity === null || (capacity.cars ?? 0) > 0,
    availability: spaces('free', 'free:disabled'),
  };
}

const read = async () => ((await api.request('GET', LOTS)).body.lots as Json[]).map(asOtpReads);

async function readOne(columns: Json) {
  const lotId = await addLotWith(api.database, key.operatorId, columns);
  clock.ms += 60_000;
  const found = (await read()).find((lot) => lot.id === lotId);
  if (found === undefined) throw new Error('the lot is not there');
  return found;
}

test(`every lot is read, and nothing of it as the word null (seed ${seed})`, async () => {
  const lots = await read();
  expect(lots).toHaveLength(COUNT);
  for (const lot of lots) {
    expect(JSON.stringify(lot)).not.toContain('"null"');
    expect(lot.isOperational).toBe(true);
    expect(lot.openingHours).not.toBe('');
  }
});

test('a lot whose spaces are not known has places for cars, and no number of them', async () => {
  expect(await readOne({ total_spaces: null, accessible_spaces: 2 })).toMatchObject({
    capacity: null,
    availability: null,
    hasCarPlaces: true,
  });
});

test('a lot is read with its spaces, hours, price and attribution', async () => {
  const lot = await readOne({
    total_spaces: 320,
    accessible_spaces: 8,
    opening_hours: 'Mo-Fr 08:00-18:00',
    rate_minor: 275,
    website: 'https://lots.example/1',
    osm_id: 'way/1',
    reported_occupied: 20,
    reported_at: new Date(),
  });
  expect(lot).toMatchObject({
    place: [-79.3832, 43.6532],
    openingHours: 'Mo-Fr 08:00-18:00',
    detailsUrl: 'https://lots.example/1',
    imageUrl: null,
    notes: ['2.75 CAD/hour, billed by started minute. © OpenStreetMap contributors'],
    capacity: { cars: 320, disabled: 8 },
    availability: { cars: 300, disabled: null },
  });
});

test('a lot that never closes says so', async () => {
  expect((await readOne({ opening_hours: '24/7' })).openingHours).toBe('24/7');
});

test('of a lot whose hours nobody said, none are read', async () => {
  expect((await readOne({ opening_hours: null })).openingHours).toBeNull();
});
