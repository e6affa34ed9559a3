import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../api/client.ts';
import { addManyLots } from '../stage/many-lots.ts';
import { addOsmLot } from '../stage/osm-lots.ts';
import { callHexlot } from './stage/call-hexlot.ts';
import { runHexlot } from './stage/run-hexlot.ts';

let api: TestApi;
let dir: string;
let key: TestKey;
let other: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  dir = await mkdtemp(join(tmpdir(), 'hexlot-export-'));
  [key, other] = [await api.createKey(), await api.createKey()];
  // More than is sent at once.
  await addManyLots(api.database, { operatorId: key.operatorId, count: 700 });
  await api.database.sql(
    `update lots set name = 'Lot ' || n, latitude = -17, is_osm_export_allowed = true,
       longitude = case when n % 2 = 0 then 179.9 else -179.9 end,
       osm_tags = jsonb_build_object('description', repeat('x', 250),
         'description:en', repeat('y', 250))
     from (select lot_id, row_number() over () as n from lots) as numbered
     where numbered.lot_id = lots.lot_id`,
  );
  await addOsmLot(api.database, other.operatorId, { name: 'Far', latitude: 60, longitude: 25 });
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await api.stop();
});

const exportBy =
  (run: typeof runHexlot) =>
  (...args: string[]) =>
    run(['export', 'osm', ...args], {
      HEXLOT_DATABASE_URL: api.database.connectionString,
      HEXLOT_DATA_DIR: dir,
    });
const exportOsm = exportBy(callHexlot);
/** In a process of its own, whose output is a pipe. */
const exportAlone = exportBy(runHexlot);

/** Each feature by its id. */
function featuresIn(text: string): Map<string, object> {
  const { features } = JSON.parse(text) as { features: { id: string }[] };
  return new Map(features.map((feature) => [feature.id, feature]));
}

test.each([
  ['osm', '/api/v1/lots.osm', {}],
  ['osc', '/api/v1/lots.osc', { bbox: '170,-20,-170,-10' }],
  ['geojson', '/api/v1/lots.osm', { format: 'geojson', bbox: '-180,-20,-170,-10' }],
])('the command writes what the API sends, as %s', async (format, path, query) => {
  const feed = await api.request('GET', path, { query });
  const bbox = 'bbox' in query ? ['--bbox', query.bbox] : [];
  const run = format === 'osm' ? exportAlone : exportOsm;
  const { code, stdout, stderr } = await run('--format', format, ...bbox);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  // The map orders its GeoJSON by place.
  if (format === 'geojson') expect(featuresIn(stdout)).toEqual(featuresIn(feed.text));
  else expect(stdout).toBe(feed.text);
  expect(stdout.length).toBeGreaterThan(200_000);
});

test('with --out a file is written whole, of one operator if that is asked for', async () => {
  const out = join(dir, 'lots.osm');
  const { stdout } = await exportOsm('--out', out, '--operator', other.operatorId);
  expect(stdout).toBe(`1 lot written to ${out}.\n`);
  const text = await readFile(out, 'utf8');
  expect(text.match(/<node /g)).toHaveLength(1);
  expect(text).toContain('k="name" v="Far"');
  const json = await exportOsm('--out', out, '--bbox', '24,59,26,61', '--json');
  expect(JSON.parse(json.stdout)).toEqual({ lots: 1, file: out });
  expect(await readdir(dir)).not.toContain('lots.osm.part');
});

test.each([
  [['--bbox', '1,2,3'], /^hexlot: bbox: must be four numbers/],
  [['--operator', 'op_nobody'], /^hexlot: no such operator/],
  [['--format', 'pbf'], /Allowed choices are osm, osc, geojson/],
  [['--json'], /^hexlot: --json needs --out/],
  [['--out', '/nowhere/lots.osm'], /^hexlot: .*\/nowhere\/lots\.osm/],
])('%j is refused with the reason', async (args, reason) => {
  const { code, stdout, stderr } = await exportOsm(...args);
  expect(stderr).toMatch(reason);
  expect([code, stdout]).toEqual([1, '']);
});
