import { expect, test } from 'vitest';
import { findCities } from '../../../../src/kit/places/find-cities.ts';

const found = async (text: string, state: string | null = null) =>
  (await findCities(text, state)).cities.map(({ name, state, country }) =>
    [name, state, country].filter(Boolean).join(', '),
  );

test.each([
  ['San Diego', 'CA', 'San Diego, CA, US'],
  ['san diego', 'ca', 'San Diego, CA, US'],
  ['San Diego, CA', null, 'San Diego, CA, US'],
  ['San Diego', 'California', 'San Diego, CA, US'],
  ['Paris', 'Texas', 'Paris, TX, US'],
  ['Paris', 'FR', 'Paris, FR'],
  ['Paris, France', null, 'Paris, FR'],
  ['London', 'ON', 'London, ON, CA'],
  ['New York', 'NY', 'New York City, NY, US'],
  ['Saint-Étienne', null, 'Saint-Étienne, FR'],
  ['Bergamo', null, 'Bergamo, IT'],
  ['München', null, 'Munich, DE'],
  ['NYC', 'NY', 'New York City, NY, US'],
])('%s in %s is %s', async (text, state, wanted) => {
  expect((await found(text, state))[0]).toBe(wanted);
});

test('a name that several cities share finds all, the largest first', async () => {
  const all = await found('Springfield');
  expect(all.length).toBeGreaterThan(5);
  expect(all).toContain('Springfield, IL, US');
});

test.each([
  ['Brooklyn', 'NY', 'New York City', 'Brooklyn'],
  ['Brooklyn, NY', null, 'New York City', 'Brooklyn'],
  ['Kreuzberg', null, 'Berlin', 'Kreuzberg'],
  ['Berlin-Kreuzberg', null, 'Berlin', 'Kreuzberg'],
  ['Chelsea', 'GB', 'London', 'Chelsea'],
  ['Berlin', null, 'Berlin', null],
])('%s in %s is the city %s, district %s', async (text, state, name, district) => {
  expect((await findCities(text, state)).cities[0]).toMatchObject({ name, district });
});

test.each([
  ['a city with the state of another', 'San Diego', 'NY'],
  ['a name that is none', 'Nowhereville', null],
  ['no letters', '!?', null],
  ['a state', 'Texas', null],
])('%s finds no city', async (_what, text, state) => {
  expect(await found(text, state)).toEqual([]);
});

test.each(['Narnia', '?', ''])('"%s" is no state', async (state) => {
  expect(await findCities('San Diego', state)).toEqual({ cities: [], isStateKnown: false });
});
