import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../../../src/kit/uuid.ts';
import { openWorld, type World } from './open-world.ts';
import { tableGeocoder } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.database.drop());

test('a lot is known by its name in its own world only', async () => {
  const test = await world.resolved('Sandbox Plaza for an hour', { livemode: false });
  expect(test.lotId).toBe(world.idOf('Sandbox Plaza'));
  expect(await world.resolve('Sandbox Plaza for an hour')).toMatchObject({ missing: ['place'] });
  expect(await world.resolve('Green P 36 for an hour', { livemode: false })).toMatchObject({
    missing: ['place'],
    candidates: [],
  });
});

test('a lot given separately is the place, and the text is read in its time zone', async () => {
  const lotId = world.idOf('Harbour Drive Lot');
  const { place, timezone, intent } = await world.resolved('near the Eiffel Tower tomorrow 9am', {
    lotId,
  });
  expect({ place, timezone }).toMatchObject({
    place: { label: 'Harbour Drive Lot', radiusM: 0, attribution: null },
    timezone: 'America/St_Johns',
  });
  expect(intent.startsAt).toEqual(new Date('2026-11-19T12:30:00Z'));
  const strangers = [newUuid(), world.idOf('Sandbox Plaza'), world.idOf('Staff Yard')];
  for (const stranger of strangers)
    await expect(world.resolve('now', { lotId: stranger })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
});

test('a time given separately replaces an unclear one in the text, but not a missing place', async () => {
  expect(await world.resolve('Green P 36 yesterday')).toEqual({
    missing: ['time'],
    candidates: [],
    problems: [{ part: 'time', reason: 'past', text: null }],
  });
  const { intent } = await world.resolved('Green P 36 yesterday', { given: ['time'] });
  expect(intent).toMatchObject({ startsAt: null, endsAt: null, timeProblem: 'past' });
  expect(await world.resolve('somewhere yesterday', { given: ['time'] })).toMatchObject({
    missing: ['place'],
  });
});

test('a place of a geocoder names its source, and a lot found by its name needs no geocoder', async () => {
  const geocoder = tableGeocoder();
  expect((await world.resolved('near the CN Tower', { geocoder })).place.attribution).toBe(
    'the table of places',
  );
  geocoder.questions.length = 0;
  expect((await world.resolved('Green P 36, 2h', { geocoder })).place.attribution).toBeNull();
  expect(geocoder.questions).toEqual([]);
});

test('however many places a text names, a geocoder is asked a few questions', async () => {
  const geocoder = tableGeocoder();
  const text = 'near Aaa Bbb in Ccc, around Ddd Eee, by Fff, close to Ggg Hhh, opposite Iii Jjj';
  expect(await world.resolve(text, { geocoder })).toMatchObject({ missing: ['place'] });
  expect(geocoder.questions.length).toBeLessThanOrEqual(4);
  expect(new Set(geocoder.questions).size).toBe(geocoder.questions.length);
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
    const lotId = await world.addNamed(name, { lat: 43.6 + i, lng: -79.4, city: 'Toronto' });
    const { intent, ...answer } = await world.resolved(`book ${name} for 2 hours`);
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

test('no text of any kind causes an error', async () => {
  const texts = [
    "'; drop table lots; --",
    '\\',
    "' | '",
    '!(a & b):*',
    '\0',
    'x'.repeat(1000),
    ' ',
  ];
  await world.addNamed('Lot 2', { lat: 43.6, lng: -79.4 });
  texts.push('I need a lot 2 hours');
  for (const text of [...texts, `at ${texts.join(' ')}`])
    expect(await world.resolve(text), text).toMatchObject({ missing: ['place'], candidates: [] });
});
