import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOsmObjects } from '../../../../src/imports/lots/files/read-osm-objects.ts';
import { importLots } from '../../../../src/imports/lots/import-lots.ts';
import { diffLots } from '../../../../src/kit/osm/diff/diff-lots.ts';
import { listComparedLots } from '../../../../src/parking/lots/list-compared-lots.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { addCaller } from '../../../stage/fixtures.ts';

let database: TestDatabase;
let operatorId: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ operatorId } = await addCaller(database));
});
afterAll(() => database.drop());

const EVERYWHERE = [{ west: -180, south: -90, east: 180, north: 90 }];
const ways = [1, 2, 3].map((n) => {
  const [lat, lon] = [60.17 + n / 100, 24.94];
  const at = (dLat: number, dLon: number) => ({ lat: lat + dLat, lon: lon + dLon });
  const geometry = [at(0, 0), at(0, 0.001), at(0.001, 0.001), at(0.001, 0), at(0, 0)];
  return { type: 'way', id: n, tags: tagsOf(n), geometry, nodes: [1, 2, 3, 4, 1] };
});

function tagsOf(n: number): Record<string, string> {
  const names = ['Kamppi', 'Forum', 'Eliel'];
  return { amenity: 'parking', name: names[n - 1] ?? '', capacity: `${n}0`, lit: 'yes' };
}

const open = (elements: object[]) => () =>
  Readable.from([Buffer.from(JSON.stringify({ version: 0.6, elements }))]);

test('lots that came from an extract differ from it in nothing, until a tag of it changes', async () => {
  const settings = { operatorId, livemode: true, isOsmExportAllowed: true };
  await importLots(database.owner, { ...settings, open: open(ways) });
  const lots = await listComparedLots(database.db, { boxes: EVERYWHERE, livemode: true });
  const before = await readOsmObjects(open(ways));
  expect(before.unplaced).toEqual([]);
  expect(diffLots(before.objects, lots, undefined)).toMatchObject({
    matched: 3,
    changed: [],
    missing_here: [],
    missing_in_osm: [],
  });
  const [first, ...others] = ways;
  const changed = [{ ...first, tags: { ...first?.tags, capacity: '9' } }, ...others];
  const after = await readOsmObjects(open(changed));
  const diff = diffLots(after.objects, lots, undefined);
  expect(diff.changed).toMatchObject([{ tags: [{ key: 'capacity', osm: '9', ours: '10' }] }]);
});

test('of an area across the antimeridian both sides are read', async () => {
  const fiji = (id: number, lon: number) => ({ type: 'node', id, lat: -16.8, lon });
  const tags = { amenity: 'parking' };
  const nodes = [fiji(8, 179.9), fiji(9, -179.9)].map((node) => ({ ...node, tags }));
  await importLots(database.owner, { operatorId, livemode: true, open: open(nodes) });
  const boxes = [
    { west: 179, south: -17, east: 180, north: -16 },
    { west: -180, south: -17, east: -179, north: -16 },
  ];
  const lots = await listComparedLots(database.db, { boxes, livemode: true, operatorId });
  expect(lots.map(({ osm_id }) => osm_id).toSorted()).toEqual(['node/8', 'node/9']);
});
