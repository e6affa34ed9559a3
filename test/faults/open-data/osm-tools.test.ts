import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../api/client.ts';
import { addOsmLot } from '../../stage/osm-lots.ts';

// The programs of people who work on OpenStreetMap read our files. In Debian they are the packages
// osmium-tool, gdal-bin, josm and libxml2-utils.

const LOT_COUNT = 40;
const OF_OSM_COUNT = 10;
const PATHS = {
  osm: '/api/v1/lots.osm',
  osc: '/api/v1/lots.osc',
  geojson: '/api/v1/lots.osm?format=geojson',
};
const TYPES = ['surface', 'garage', 'underground', 'rooftop', 'street', 'carport'];

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startTestApi();
  folder = await mkdtemp(join(tmpdir(), 'hexlot-osm-'));
  const { operatorId } = await api.createKey();
  for (let i = 0; i < LOT_COUNT; i += 1)
    await addOsmLot(api.database, operatorId, {
      name: `Lot ${i} <&">`,
      ref: `P${i}`,
      // Neighbours in the file are not neighbours on the map.
      latitude: 60 + ((i * 7) % LOT_COUNT) / 100,
      longitude: 24 + ((i * 11) % LOT_COUNT) / 100,
      address: i % 2 === 0 ? `High Street ${i}` : null,
      city: 'Helsinki',
      lot_type: TYPES[i % TYPES.length] ?? null,
      features: ['accessible', 'covered', 'ev_charging', 'maxstay:2 hours', 'park_and_ride'],
      ev_spaces: i % 3,
      rate_minor: [250, 0, null][i % 3] ?? null,
      billing_step_minutes: i % 2 === 0 ? 30 : 1,
      max_height_cm: 190 + i,
      opening_hours: 'Mo-Fr 07:00-19:00; PH off',
      website: `https://example.com/lots?id=${i}&x=1`,
      osm_id: i < OF_OSM_COUNT ? `way/${i + 1}` : null,
      osm_tags: { surface: 'asphalt', description: 'one\ntwo', control: '\u0002' },
    });
  for (const [name, path] of Object.entries(PATHS)) {
    const { text } = await api.request('GET', path);
    await writeFile(fileOf(name), text);
  }
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await api.stop();
});

const fileOf = (format: string) => join(folder, `lots.${format}`);

/** What a program prints; undefined, after saying so, when this machine does not have it. */
function run(program: string, args: readonly string[]): string | undefined {
  const env = {
    ...process.env,
    // GDAL expects this for negative ids; JOSM must not touch the settings of a person.
    OSM_USE_CUSTOM_INDEXING: 'NO',
    JAVA_OPTS: `-Djosm.home=${join(folder, 'josm')} -Djava.awt.headless=true`,
  };
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', env });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    console.log(`skipped: ${program} is not installed`);
    return undefined;
  }
}

test.each([
  ['osm', LOT_COUNT],
  ['osc', LOT_COUNT - OF_OSM_COUNT],
])('osmium reads every node of .%s, and misses none', (format, count) => {
  const info = run('osmium', ['fileinfo', '--extended', '--json', fileOf(format)]);
  if (info === undefined) return;
  const { header, data } = JSON.parse(info);
  expect(data).toMatchObject({ count: { nodes: count, ways: 0, relations: 0 } });
  expect(data).toMatchObject({ multiple_versions: false, objects_ordered: true });
  if (format === 'osm') expect(header.option.xml_josm_upload).toBe('false');
  const references = run('osmium', ['check-refs', fileOf(format)]);
  expect(references).not.toMatch(/missing: [1-9]/);
});

test.each(['osm', 'osc'])('.%s is well-formed XML', (format) => {
  expect(run('xmllint', ['--noout', fileOf(format)]) ?? '').toBe('');
});

test('JOSM finds no error in it', async () => {
  const report = fileOf('report.geojson');
  if (run('josm', ['validate', '--input', fileOf('osm'), '--output', report]) === undefined) return;
  const text = await readFile(report, 'utf8');
  const found = text === '' ? [] : JSON.parse(text).features;
  const errors = found.filter(
    ({ properties }: { properties: { severity: string } }) => properties.severity === 'Errors',
  );
  expect(errors).toEqual([]);
});

test.each([
  ['osm', ['points'], 'name,other_tags'],
  ['geojson', [], 'name,capacity'],
])('ogr2ogr reads every lot of .%s', async (format, layers, columns) => {
  const csv = fileOf(`${format}.csv`);
  const args = ['-f', 'CSV', csv, fileOf(format), ...layers, '-select', columns];
  if (run('ogr2ogr', args) === undefined) return;
  const text = await readFile(csv, 'utf8');
  for (let i = 0; i < LOT_COUNT; i += 1) expect(text).toContain(`Lot ${i} <&`);
});
