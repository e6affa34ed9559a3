import { expect, test } from 'vitest';
import { openAreas, openOutlines } from '../../../../../src/parking/lots/place/outline.ts';
import { randomFrom, seedOfRun } from '../../../../stage/random.ts';
import { openStranger, openText, shownEntries } from './opened.ts';

/** From 0 to below 1. */
type Random = () => number;
type Corner = { id: number; lng: number; lat: number };

test('outlines of several ways, with holes and islands, are put together', async () => {
  const { entries } = await openStranger('multipolygons.osm');
  expect(shownEntries(entries)).toEqual([
    'line 25: way/104 geometry: is the outline of relation/203, which is the lot',
    'relation/200 Polygon',
    'relation/201 MultiPolygon',
    'relation/202 MultiPolygon',
    'relation/203 Polygon',
  ]);
  const ringCounts = entries.flatMap((entry) => {
    if ('problem' in entry || entry.feature.geometry.type === 'Point') return [];
    const { type, coordinates } = entry.feature.geometry;
    return [(type === 'Polygon' ? [coordinates] : coordinates).map((polygon) => polygon.length)];
  });
  // A hole; two areas; an island and the hole around it, without roles; a hole that touches.
  expect(ringCounts).toEqual([[2], [1, 1], [1, 2], [2]]);
});

test('an outline across the antimeridian has its area, its hole and a point inside', async () => {
  const [pointInside, areaOf] = await Promise.all([openOutlines(), openAreas()]);
  const { entries } = await openStranger('antimeridian.osm');
  const outlines = entries.flatMap((entry) => {
    if ('problem' in entry || entry.feature.geometry.type === 'Point') return [];
    return [entry.feature.geometry];
  });
  const [whole = 0, withHole = 0] = outlines.map(areaOf);
  // 0.002 by 0.001 degrees at 16.8 degrees south; its hole has three tenths of it.
  expect(whole).toBeGreaterThan(23_600);
  expect(whole).toBeLessThan(23_700);
  expect((withHole ?? 0) / (whole ?? 0)).toBeCloseTo(0.7, 3);
  for (const outline of outlines) {
    const { lat, lng } = pointInside(outline);
    expect(lat).toBeGreaterThan(-16.8);
    expect(lat).toBeLessThan(-16.799);
    expect(Math.abs(lng)).toBeGreaterThan(179.999);
  }
});

const seed = seedOfRun();
const LOTS = 200;
/** In degrees: an outline, a hole in it and an island in the hole. */
const REACHES = [0.004, 0.002, 0.001];

test(`however an outline is cut into ways, it comes out whole (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const nodes: string[] = [];
  const ways: string[] = [];
  const relations: string[] = [];
  const expected: string[][] = [];
  for (let i = 1; i <= LOTS; i += 1) {
    const rings = REACHES.slice(0, 1 + Math.floor(random() * 3)).map((reach) => {
      const ring = randomRing(i / 10, reach, random, nodes.length);
      nodes.push(...ring.map(({ id, lng, lat }) => `<node id="${id}" lat="${lat}" lon="${lng}"/>`));
      return ring;
    });
    const hasRoles = random() < 0.7;
    const members = rings.flatMap((ring, depth) =>
      cut(ring, random).map((part) => {
        ways.push(wayText(ways.length + 1, part));
        const role = depth === 1 ? 'inner' : 'outer';
        return `<member type="way" ref="${ways.length}" role="${hasRoles ? role : ''}"/>`;
      }),
    );
    relations.push(relationText(i, shuffled(members, random)));
    const [outline = [], hole, island] = rings.map(plain);
    const areas = [[outline, hole ?? []].flat().join(' and '), ...(island ? [island.join()] : [])];
    expected.push(areas.sort());
  }
  const { entries } = await openText(
    '<osm>',
    ...shuffled([...nodes, ...ways, ...relations], random),
    '</osm>',
  );
  expect(entries).toHaveLength(LOTS);
  for (const entry of entries) {
    if ('problem' in entry || entry.feature.geometry.type === 'Point')
      throw new Error(`${entry.name}: ${JSON.stringify(entry)}`);
    const { type, coordinates } = entry.feature.geometry;
    const polygons = type === 'Polygon' ? [coordinates] : coordinates;
    const areas = polygons.map((rings) =>
      rings.map((ring) => plainRing(ring.slice(1))).join(' and '),
    );
    expect(areas.sort(), entry.name).toEqual(expected[Number(entry.name.split('/')[1]) - 1]);
  }
});

/** A ring that lies between a half and the whole of its reach, at latitude 50. */
function randomRing(lng: number, reach: number, random: Random, lastId: number): Corner[] {
  const count = 8 + Math.floor(random() * 8);
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const here = reach * (0.8 + 0.2 * random());
    return {
      id: lastId + k + 1,
      lng: round(lng + here * Math.cos(angle)),
      lat: round(50 + here * Math.sin(angle)),
    };
  });
}

const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7;
const plain = (ring: readonly Corner[]) => [plainRing(ring.map(({ lng, lat }) => [lng, lat]))];
const plainRing = (ring: readonly number[][]) => ring.map(String).sort().join(' ');

/** Parts of a closed ring, each in either direction. */
function cut(ring: readonly Corner[], random: Random): Corner[][] {
  const parts: Corner[][] = [];
  let part: Corner[] = [];
  for (const corner of [...ring, ...ring.slice(0, 1)]) {
    part.push(corner);
    if (part.length > 1 && random() < 0.3) {
      parts.push(part);
      part = [corner];
    }
  }
  if (part.length > 1) parts.push(part);
  return parts.map((one) => (random() < 0.5 ? one : one.toReversed()));
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

function wayText(id: number, corners: readonly Corner[]): string {
  return `<way id="${id}">${corners.map((corner) => `<nd ref="${corner.id}"/>`).join('')}</way>`;
}

function relationText(id: number, members: readonly string[]): string {
  return `<relation id="${id}">${members.join('')}<tag k="amenity" v="parking"/>
    <tag k="type" v="multipolygon"/></relation>`;
}
