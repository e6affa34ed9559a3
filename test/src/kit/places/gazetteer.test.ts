import { expect, test } from 'vitest';
import { greatCircleMetres } from '../../../../src/kit/geo/great-circle.ts';
import { openGazetteer, radiusOf } from '../../../../src/kit/places/gazetteer.ts';

const gazetteer = openGazetteer();
const NEAR_M = 10_000;

/** From public maps, not from the table under test. */
const POINTS = {
  sanDiego: { lat: 32.7157, lng: -117.1611 },
  sanDiegoTexas: { lat: 27.764, lng: -98.239 },
  paris: { lat: 48.8566, lng: 2.3522 },
  parisTexas: { lat: 33.6609, lng: -95.5555 },
  toronto: { lat: 43.6532, lng: -79.3832 },
  london: { lat: 51.5072, lng: -0.1276 },
  londonOntario: { lat: 42.9849, lng: -81.2453 },
  munich: { lat: 48.1351, lng: 11.582 },
  newYork: { lat: 40.7128, lng: -74.006 },
  washington: { lat: 38.9072, lng: -77.0369 },
  washingtonEngland: { lat: 54.9, lng: -1.52 },
  stLouis: { lat: 38.627, lng: -90.1994 },
  zurich: { lat: 47.3769, lng: 8.5417 },
  saoPaulo: { lat: -23.5505, lng: -46.6333 },
  quebec: { lat: 46.8139, lng: -71.208 },
  frankfurt: { lat: 50.1109, lng: 8.6821 },
  sanSebastian: { lat: 43.3183, lng: -1.9812 },
  tbilisi: { lat: 41.7151, lng: 44.8271 },
  atlanta: { lat: 33.749, lng: -84.388 },
  istanbul: { lat: 41.0082, lng: 28.9784 },
  vancouver: { lat: 49.2827, lng: -123.1207 },
  vancouverWashington: { lat: 45.6387, lng: -122.6615 },
  ontario: { lat: 34.0633, lng: -117.6509 },
  singapore: { lat: 1.29, lng: 103.85 },
  luxembourg: { lat: 49.6117, lng: 6.13 },
  mexicoCity: { lat: 19.4326, lng: -99.1332 },
  bangorWales: { lat: 53.2274, lng: -4.1293 },
};

async function labelsOf(query: string, limit = 5): Promise<string[]> {
  return (await gazetteer.geocode(query, limit)).places.map((place) => place.label);
}

test.each<[query: string, label: string, point: keyof typeof POINTS]>([
  ['San Diego', 'San Diego, CA, US', 'sanDiego'],
  ['  san   diego,ca ', 'San Diego, CA, US', 'sanDiego'],
  ['SAN DIEGO CA', 'San Diego, CA, US', 'sanDiego'],
  ['San Diego, California', 'San Diego, CA, US', 'sanDiego'],
  ['San Diego, California, U.S.A.', 'San Diego, CA, US', 'sanDiego'],
  ['San Diego, Texas, United States', 'San Diego, TX, US', 'sanDiegoTexas'],
  ['Paris', 'Paris, FR', 'paris'],
  ['Paris FR', 'Paris, FR', 'paris'],
  ['Paris, France', 'Paris, FR', 'paris'],
  ['Paris, Texas', 'Paris, TX, US', 'parisTexas'],
  ['Toronto, ON, Canada', 'Toronto, ON, CA', 'toronto'],
  ['London UK', 'London, ENG, GB', 'london'],
  ['London, England', 'London, ENG, GB', 'london'],
  ['London, Ontario', 'London, ON, CA', 'londonOntario'],
  ['Bangor, Wales', 'Bangor, WLS, GB', 'bangorWales'],
  ['Munich', 'Munich, DE', 'munich'],
  ['New York', 'New York City, NY, US', 'newYork'],
  ['New York, NY', 'New York City, NY, US', 'newYork'],
  ['Washington', 'Washington, DC, US', 'washington'],
  ['Washington, D.C.', 'Washington, DC, US', 'washington'],
  ['Washington, UK', 'Washington, ENG, GB', 'washingtonEngland'],
  ['Saint Louis', 'St. Louis, MO, US', 'stLouis'],
  ['St Louis Missouri', 'St. Louis, MO, US', 'stLouis'],
  ['zurich', 'Zürich, CH', 'zurich'],
  ['Zu\u0308rich', 'Zürich, CH', 'zurich'],
  ['sao paulo, brazil', 'São Paulo, BR', 'saoPaulo'],
  ['Quebec City', 'Québec, QC, CA', 'quebec'],
  ['Frankfurt', 'Frankfurt am Main, DE', 'frankfurt'],
  ['San Sebastián', 'Donostia / San Sebastián, ES', 'sanSebastian'],
  ['Tbilisi, Georgia', 'Tbilisi, GE', 'tbilisi'],
  ['Atlanta, Georgia', 'Atlanta, GA, US', 'atlanta'],
  ['Istanbul, Turkey', 'Istanbul, TR', 'istanbul'],
  ['Vancouver, CA', 'Vancouver, BC, CA', 'vancouver'],
  ['Vancouver, WA', 'Vancouver, WA, US', 'vancouverWashington'],
  ['Ontario, CA', 'Ontario, CA, US', 'ontario'],
  ['Singapore', 'Singapore, SG', 'singapore'],
  ['Mexico', 'Mexico City, MX', 'mexicoCity'],
])('%j is %s', async (query, label, point) => {
  const [first] = (await gazetteer.geocode(query, 1)).places;
  expect(first?.label).toBe(label);
  expect(first && greatCircleMetres(first, POINTS[point])).toBeLessThan(NEAR_M);
});

test.each<[query: string, label: string, point: keyof typeof POINTS]>([
  ['500 Broadway, San Diego, CA 92101', 'San Diego, CA, US', 'sanDiego'],
  ['350 5th Ave, New York, NY 10118-0110, USA', 'New York City, NY, US', 'newYork'],
  ['290 Bremner Blvd, Toronto, ON M5V 3L9', 'Toronto, ON, CA', 'toronto'],
  ['10 Downing Street, London SW1A 2AA', 'London, ENG, GB', 'london'],
  ['10 Bayfront Avenue, Singapore 018956', 'Singapore, SG', 'singapore'],
  ['Place d’Armes, Luxembourg', 'Luxembourg, LU', 'luxembourg'],
])('in the address %j it finds the town', async (query, label, point) => {
  const [first] = (await gazetteer.geocode(query, 1)).places;
  expect(first?.label).toBe(label);
  expect(first && greatCircleMetres(first, POINTS[point])).toBeLessThan(NEAR_M);
});

test('namesakes come with the most people first, no more of them than asked for', async () => {
  const { places } = await gazetteer.geocode('Springfield', 100);
  const populations = places.map((place) => place.population ?? 0);
  expect(places.length).toBeGreaterThan(10);
  expect(populations).toEqual(populations.toSorted((a, b) => b - a));
  expect((await gazetteer.geocode('Springfield', 3)).places).toEqual(places.slice(0, 3));
  expect(await labelsOf('Paris', 3)).toEqual(['Paris, FR', 'Paris, TX, US', 'Paris, ON, CA']);
});

test('a short name stands for the larger town, and for its smaller namesakes after it', async () => {
  expect(await labelsOf('Frankfurt')).toEqual(['Frankfurt am Main, DE', 'Frankfurt (Oder), DE']);
  expect(await labelsOf('Zürich')).toEqual(['Zürich, CH']);
});

test.each([
  ['a name nobody has', 'Xyzzyville'],
  ['a name elsewhere than said', 'San Diego, Norway'],
  ['a place in a region nobody knows', 'Paris, Gondor'],
  ['a state, though a town is called after it', 'Texas'],
  ['a state of a country', 'California, USA'],
  ['a place too small to be known, in a known state', 'Terlingua, Texas'],
  ['nothing', ''],
  ['spaces', ' \t\n '],
  ['commas', ',,,,'],
  ['a control character', '\0'],
  ['half a character', '\ud83c'],
  ['a picture', '🅿️'],
  ['markup', '<script>alert(1)</script>'],
  ['SQL', `' or 1=1 --`],
  ['10 kB', 'San Diego '.repeat(1_000)],
  ['many states', 'ca '.repeat(60)],
  ['many parts', 'x,'.repeat(100)],
])('%s is found nowhere', async (_what, query) => {
  expect((await gazetteer.geocode(query, 5)).places).toEqual([]);
});

test('a control character within a name is a space', async () => {
  expect(await labelsOf('San\0Diego', 1)).toEqual(['San Diego, CA, US']);
});

test('every answer says where its places are from', async () => {
  for (const query of ['San Diego', 'Xyzzyville'])
    expect((await gazetteer.geocode(query, 1)).attribution).toContain('GeoNames');
});

test('the radius of a place follows from 1 500 people per square kilometre, from 2 to 25 km', () => {
  expect(radiusOf(Math.PI * 5 ** 2 * 1_500)).toBe(5_000);
  expect(radiusOf(1_000)).toBe(2_000);
  expect(radiusOf(20_000_000)).toBe(25_000);
});

test('a place has its country, its population and its radius', async () => {
  expect((await gazetteer.geocode('San Diego', 1)).places).toEqual([
    {
      lat: 32.716,
      lng: -117.165,
      label: 'San Diego, CA, US',
      radiusM: 17_205,
      country: 'US',
      population: 1_394_928,
    },
  ]);
});
