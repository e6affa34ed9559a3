import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Geocoder } from '../../../src/geocoding/geocoder.ts';
import { greatCircleMetres } from '../../../src/great-circle.ts';
import { newUuid } from '../../../src/ids.ts';
import { wordsOf } from '../../../src/intents/lot-words.ts';
import { type ResolvedIntent, resolveIntent } from '../../../src/intents/resolve-intent.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { addCaller, addLot } from '../../fixtures.ts';
import { randomFrom, seedOfRun } from '../../random.ts';
import { layOutLots, tableGeocoder } from './world.ts';

const NOW = new Date('2026-11-18T15:00:00Z');

let database: TestDatabase;
let operatorId: string;
let nameById: Map<string, string>;
beforeAll(async () => {
  database = await openTestDatabase();
  nameById = await layOutLots(database);
  operatorId = (await addCaller(database)).operatorId;
});
afterAll(() => database.drop());

type More = { livemode?: boolean; lotId?: string; isTimeGiven?: boolean; geocoder?: Geocoder };

function resolve(text: string, { geocoder = tableGeocoder(), ...more }: More = {}) {
  return resolveIntent({ db: database.db, geocoder }, text, { now: NOW, livemode: true, ...more });
}

async function resolved(text: string, more: More = {}): Promise<ResolvedIntent> {
  const answer = await resolve(text, more);
  if ('missing' in answer) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer;
}

function idOf(name: string): string {
  const [id] = [...nameById].find(([, one]) => one === name) ?? [];
  if (id === undefined) throw new Error(`no lot ${name}`);
  return id;
}

/** A lot that the world of the table does not have; `address` and the rest as columns. */
async function addNamed(
  name: string,
  place: { lat: number; lng: number; address?: string; city?: string; timezone?: string },
): Promise<string> {
  const { lat, lng, address = null, city = null, timezone = 'America/Toronto' } = place;
  const lotId = newUuid();
  const point = { latitude: lat, longitude: lng };
  await addLot(database, { lot_id: lotId, operator_id: operatorId, name, ...point });
  await database.sql(
    `update lots set slug = $2, address = $3, city = $4, timezone = $5 where lot_id = $1`,
    [lotId, wordsOf(name).join('-'), address, city, timezone],
  );
  return lotId;
}

test('a lot is known by its name in its own world only', async () => {
  const test = await resolved('Sandbox Plaza for an hour', { livemode: false });
  expect(test.lotId).toBe(idOf('Sandbox Plaza'));
  expect(await resolve('Sandbox Plaza for an hour')).toMatchObject({ missing: ['place'] });
  expect(await resolve('Green P 36 for an hour', { livemode: false })).toEqual({
    missing: ['place'],
    candidates: [],
  });
});

test('a lot that is named beside the text is the place, and its clocks are the ones that are read', async () => {
  const lotId = idOf('Harbour Drive Lot');
  const { place, timezone, intent } = await resolved('near the Eiffel Tower tomorrow 9am', {
    lotId,
  });
  expect({ place, timezone }).toMatchObject({
    place: { label: 'Harbour Drive Lot', radiusM: 0, attribution: null },
    timezone: 'America/St_Johns',
  });
  expect(intent.startsAt).toEqual(new Date('2026-11-19T12:30:00Z'));
  const strangers = [newUuid(), idOf('Sandbox Plaza'), idOf('Staff Yard')];
  for (const stranger of strangers)
    await expect(resolve('now', { lotId: stranger })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a time that is given beside the text makes up for an unclear one in it, not for a place', async () => {
  expect(await resolve('Green P 36 yesterday')).toEqual({ missing: ['time'], candidates: [] });
  const { intent } = await resolved('Green P 36 yesterday', { isTimeGiven: true });
  expect(intent).toMatchObject({ startsAt: null, endsAt: null, isTimeUnclear: true });
  expect(await resolve('somewhere yesterday', { isTimeGiven: true })).toMatchObject({
    missing: ['place'],
  });
});

test('at a lot is that lot, near it is around it, and within says how far', async () => {
  const lotId = idOf('Union Station Garage');
  expect(await resolved('at Union Station Garage')).toMatchObject({ lotId, place: { radiusM: 0 } });
  expect(await resolved('near Union Station Garage')).toMatchObject({
    lotId: null,
    place: { label: 'Union Station Garage, Toronto', radiusM: 1_200 },
  });
  expect(await resolved('within 300 m of Union Station Garage')).toMatchObject({
    lotId: null,
    place: { radiusM: 300 },
  });
  expect(await resolved('a 10 minute walk from the CN Tower')).toMatchObject({
    lotId: null,
    place: { label: 'CN Tower, Toronto, ON, CA', radiusM: 800 },
  });
});

test('what a geocoder found names its source, and a lot by its own name asks no geocoder', async () => {
  const geocoder = tableGeocoder();
  expect((await resolved('near the CN Tower', { geocoder })).place.attribution).toBe(
    'the table of places',
  );
  geocoder.questions.length = 0;
  expect((await resolved('Green P 36, 2h', { geocoder })).place.attribution).toBeNull();
  expect(geocoder.questions).toEqual([]);
});

test('however many places a text names, a geocoder is asked a few questions', async () => {
  const geocoder = tableGeocoder();
  const text = 'near Aaa Bbb in Ccc, around Ddd Eee, by Fff, close to Ggg Hhh, opposite Iii Jjj';
  expect(await resolve(text, { geocoder })).toMatchObject({ missing: ['place'] });
  expect(geocoder.questions.length).toBeLessThanOrEqual(4);
  expect(new Set(geocoder.questions).size).toBe(geocoder.questions.length);
});

test('of lots with one name and no town in their rows, the one that lies in the town is meant', async () => {
  const boston = await addNamed('Twin Decks', { lat: 42.36, lng: -71.05 });
  const chicago = await addNamed('Twin Decks', { lat: 41.88, lng: -87.63 });
  expect((await resolved('Twin Decks in Boston')).lotId).toBe(boston);
  expect((await resolved('Twin Decks, Chicago')).lotId).toBe(chicago);
  for (const text of ['Twin Decks', 'Twin Decks in Paris'])
    expect(await resolve(text), text).toEqual({
      missing: ['place'],
      candidates: [boston, chicago].map((lot_id) => expect.objectContaining({ lot_id })),
    });
});

test('lots that share a street are one place with all of them in it', async () => {
  const points = [
    { lat: 43.7, lng: -79.4 },
    { lat: 43.705, lng: -79.4 },
    { lat: 43.71, lng: -79.401 },
  ];
  for (const [i, point] of points.entries())
    await addNamed(`Deck ${i}`, {
      ...point,
      address: `${i + 1}0 Wychwood Avenue`,
      city: 'Toronto',
    });
  const { lotId, place } = await resolved('on Wychwood Ave in Toronto');
  expect(lotId).toBeNull();
  for (const point of points)
    expect(greatCircleMetres(place, point)).toBeLessThanOrEqual(place.radiusM);
  expect((await resolved('at 20 Wychwood Ave')).place.label).toBe('Deck 1, Toronto');
});

test('a town is a town though lots are called after it', async () => {
  await addNamed('Aachen', { lat: 50.77, lng: 6.09, city: 'Aachen', timezone: 'Europe/Berlin' });
  await addNamed('Seattle Deck', { lat: 43.66, lng: -79.4, city: 'Toronto' });
  expect((await resolved('parking in Aachen')).place.label).toBe('Aachen, DE');
  expect((await resolved('parking in Seattle')).place.label).toBe('Seattle, WA, US');
});

test('the clocks of a place are those of the lot nearest to it, across the antimeridian too', async () => {
  const fiji = { lat: -16.8, lng: -179.99, timezone: 'Pacific/Fiji' };
  await addNamed('Date Line Deck', fiji);
  const geocoder: Geocoder = {
    geocode: async (query) => ({
      places:
        query === 'Taveuni'
          ? [
              {
                label: 'Taveuni',
                lat: -16.8,
                lng: 179.99,
                radiusM: 100,
                country: 'FJ',
                population: 1,
              },
            ]
          : [],
      attribution: 'test',
    }),
  };
  const { timezone, intent } = await resolved('Taveuni tomorrow at 9am', { geocoder });
  expect(timezone).toBe('Pacific/Fiji');
  expect(intent.startsAt).toEqual(new Date('2026-11-19T21:00:00Z'));
});

test('words of a name are names, not times, features or counts', async () => {
  const names = [
    'Noon Street Deck',
    'Weekend Plaza',
    'Tesla Tower Garage',
    '24 Hour Deck',
    'Lot 12',
  ];
  for (const [i, name] of names.entries()) {
    const lotId = await addNamed(name, { lat: 43.6 + i, lng: -79.4, city: 'Toronto' });
    const { intent, ...answer } = await resolved(`book ${name} for 2 hours`);
    expect(answer.lotId, name).toBe(lotId);
    expect(intent, name).toMatchObject({
      startsAt: null,
      endsAt: null,
      durationMinutes: 120,
      features: [],
      spaceCount: 1,
    });
  }
});

test('a reference, another spelling or words in another order find the lot as well', async () => {
  const spellings = [
    ['greenp-36, 1h', 'Green P 36'],
    ['at 220 Yonge St., Toronto', 'Eaton Centre Parkade'],
    ['Parkhaus Buechel', 'Parkhaus Büchel'],
    ['PARKHAUS BÜCHEL', 'Parkhaus Büchel'],
    ['Alexanderstr. 2, Berlin', 'Parkhaus Alexanderplatz'],
    ['the soho q-park', 'Q-Park Soho'],
    ['at 2nd avenue garage', 'Second Avenue Garage'],
  ] as const;
  for (const [text, name] of spellings)
    expect(nameById.get((await resolved(text)).lotId ?? ''), text).toBe(name);
});

test('nothing of a text of any kind is an error', async () => {
  const texts = [
    "'; drop table lots; --",
    '\\',
    "' | '",
    '!(a & b):*',
    '\0',
    'x'.repeat(1000),
    ' ',
  ];
  await addNamed('Lot 2', { lat: 43.6, lng: -79.4 });
  texts.push('I need a lot 2 hours');
  for (const text of [...texts, `at ${texts.join(' ')}`])
    expect(await resolve(text), text).toEqual({ missing: ['place'], candidates: [] });
});

test('the words of a text are the same here and in the database', async () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const kept = 'aAzZ09 -.,\'"ßẞæÆœØøđĐłŁıİəñÑüÜéÉêçşžЖжéÅΩωאب漢字カﬁ№½²–’·×';
  const letters = [...kept, ...'नमस्ते', '\u0301', '\u00a0', '\u3000', '\u{1f697}'];
  const texts = Array.from({ length: 300 }, () =>
    Array.from({ length: 12 }, () => letters[Math.floor(random() * letters.length)]).join(''),
  );
  const rows = await database.sql<{ words: string[] }>(
    `select words_of(text) as words
     from unnest($1::text[]) with ordinality as given (text, place) order by place`,
    [texts],
  );
  expect(
    rows.map(({ words }) => words),
    `seed ${seed}`,
  ).toEqual(texts.map(wordsOf));
});
