import { expect, test } from 'vitest';
import type { FeatureRow } from '../../../../src/outbound/feeds/feature.ts';
import { FEATURE_COLLECTION } from '../../../../src/outbound/feeds/feed-form.ts';
import { type FeedPart, openMapFeed } from '../../../../src/outbound/feeds/map-feed.ts';
import { randomFrom, seedOfRun } from '../../../stage/random.ts';
import { isIn, newRow, randomBox, randomRows } from './features.ts';

const seed = seedOfRun();
const ROWS_PER_PAGE = 100;
const BOXES = 320;

/** A map whose rows a test can change; the mark of a look is the number of changes. */
function newWorld(rows: readonly FeatureRow[] = []) {
  const clock = { ms: 0, now: () => clock.ms };
  const there = new Map(rows.map((row) => [row.id, row]));
  const changes: string[] = [];
  const world = {
    clock,
    looks: 0,
    /** Thrown after this many pages; null: never. */
    fails: null as { afterPages: number; with: Error } | null,
    put(row: FeatureRow) {
      there.set(row.id, row);
      changes.push(row.id);
    },
    remove(id: string) {
      there.delete(id);
      changes.push(id);
    },
    async look(since: number | undefined) {
      world.looks += 1;
      const changed = since === undefined ? null : changes.slice(since);
      const ids = changed ?? [...there.keys()];
      return { mark: changes.length, changed, pages: pagesOf(ids) };
    },
  };
  async function* pagesOf(ids: readonly string[]) {
    for (let from = 0; from < ids.length; from += ROWS_PER_PAGE) {
      if (world.fails !== null && from >= world.fails.afterPages * ROWS_PER_PAGE)
        throw world.fails.with;
      const page = ids.slice(from, from + ROWS_PER_PAGE);
      yield page.map((id) => there.get(id)).filter((row) => row !== undefined);
    }
  }
  return { ...world, world, feed: openMapFeed(world, FEATURE_COLLECTION, clock) };
}

function idsOf({ texts }: FeedPart): string[] {
  return JSON.parse(`[${texts.map(String).join(',')}]`).map(
    (feature: { id: string }) => feature.id,
  );
}

const row = (id: string, name?: string) => newRow({ id, longitude: 1, latitude: 2 }, name);

test(`a box is answered with the features in it, in the order of the map (seed ${seed})`, async () => {
  const rows = randomRows(3_000, seed);
  const { feed } = newWorld(rows);
  const all = idsOf(await feed.read(null));
  expect(all.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  const random = randomFrom(seed);
  for (let i = 0; i < 300; i += 1) {
    const box = randomBox(random);
    const part = await feed.read(box);
    const found = new Set(rows.filter((one) => isIn(box, one)).map(({ id }) => id));
    expect(idsOf(part), JSON.stringify(box)).toEqual(all.filter((id) => found.has(id)));
    const bytes = part.texts.reduce((sum, text) => sum + text.length, 0);
    expect(part.byteLength).toBe(bytes);
  }
});

test('concurrent callers share one look, and so do later callers until it is old', async () => {
  const { world, feed, clock } = newWorld([row('a')]);
  await Promise.all([feed.read(null), feed.read(null)]);
  clock.ms = 4_999;
  await feed.read(null);
  expect(world.looks).toBe(1);
  clock.ms = 5_000;
  await feed.read(null);
  expect(world.looks).toBe(2);
});

test('a clock that went back does not keep a feed for ever', async () => {
  const { world, feed, clock } = newWorld();
  clock.ms = 1e12;
  await feed.read(null);
  clock.ms = 0;
  await feed.read(null);
  expect(world.looks).toBe(2);
});

test('what was added, removed, moved or renamed is up to date at the next look', async () => {
  const { world, feed, clock } = newWorld(randomRows(500, seed));
  const [first, second, third] = idsOf(await feed.read(null));
  world.remove(first ?? '');
  world.put(newRow({ id: second ?? '', longitude: 179, latitude: 80 }));
  world.put(newRow({ id: third ?? '', longitude: 178, latitude: 80 }, 'Other words'));
  world.put(newRow({ id: 'new', longitude: 177, latitude: 80 }));
  clock.ms += 5_000;
  const all = await feed.read(null);
  expect(all.hash).toBe((await newWorld(await rowsOf(world)).feed.read(null)).hash);
  const there = await feed.read({ west: 176, south: 79, east: 179, north: 81 });
  expect(idsOf(there).toSorted()).toEqual([second, third, 'new'].toSorted());
});

/** The rows as read by a process that starts now. */
async function rowsOf(world: ReturnType<typeof newWorld>['world']): Promise<FeatureRow[]> {
  const rows: FeatureRow[] = [];
  const { pages } = await world.look(undefined);
  for await (const page of pages) rows.push(...page);
  return rows;
}

test('a part stays the same until the map changes, and then has another hash', async () => {
  const { world, feed, clock } = newWorld([row('a')]);
  const before = await feed.read(null);
  clock.ms += 5_000;
  expect(await feed.read(null)).toBe(before);
  world.put(row('a'));
  clock.ms += 5_000;
  expect(await feed.read(null)).toBe(before);
  world.put(row('a', 'Other words'));
  clock.ms += 5_000;
  expect((await feed.read(null)).hash).not.toBe(before.hash);
});

test('after a change of one feature all pieces but one are the same, and are not compressed again', async () => {
  const rows = randomRows(3_000, seed);
  const { world, feed, clock } = newWorld(rows);
  const before = new Set((await feed.read(null)).texts);
  expect(before.size).toBeGreaterThan(4);
  const [first] = rows;
  if (first === undefined) throw new Error('there are 3,000');
  world.put(newRow(first, 'Other words'));
  clock.ms += 5_000;
  const { texts } = await feed.read(null);
  expect(texts.filter((text) => !before.has(text))).toHaveLength(1);
});

test('ten times as many boxes as are kept displace neither the whole map nor a box that is asked for meanwhile', async () => {
  const { feed } = newWorld(randomRows(60, seed));
  const busy = { west: -90, south: -45, east: 90, north: 45 };
  const [whole, part] = [await feed.read(null), await feed.read(busy)];
  const boxes = Array.from({ length: BOXES }, (_, i) => ({ ...busy, east: 80 - i / 10 }));
  const first = await Promise.all(boxes.slice(0, 1).map(feed.read));
  for (const box of boxes) {
    await feed.read(box);
    expect(await feed.read(null)).toBe(whole);
    expect(await feed.read(busy)).toBe(part);
  }
  // What nobody asked for since takes no memory.
  expect(await feed.read(boxes[0] ?? null)).not.toBe(first[0]);
});

test('a look that fails half-way throws, and the next one repairs its result', async () => {
  const rows = randomRows(500, seed);
  const { world, feed, clock } = newWorld(rows);
  await feed.read(null);
  for (const one of rows.slice(0, 300)) world.put({ ...one, feature: newRow(one, 'New').feature });
  clock.ms += 5_000;
  const failure = new Error('no database');
  world.fails = { afterPages: 2, with: failure };
  await expect(feed.read(null)).rejects.toBe(failure);
  world.fails = null;
  const fresh = await newWorld(await rowsOf(world)).feed.read(null);
  expect((await feed.read(null)).hash).toBe(fresh.hash);
});

test('a part that is being sent does not change when the map does', async () => {
  const { world, feed, clock } = newWorld(randomRows(1_000, seed));
  const part = await feed.read(null);
  const before = idsOf(part);
  for (const id of before.slice(0, 900)) world.remove(id);
  clock.ms += 5_000;
  expect(idsOf(await feed.read(null))).toEqual(before.slice(900));
  expect(idsOf(part)).toEqual(before);
});

test('a feed that nobody asked for is forgotten, and is then read again with the same bytes', async () => {
  const { world, feed, clock } = newWorld(randomRows(500, seed));
  const before = await feed.read(null);
  clock.ms += 14 * 60_000;
  feed.forgetIfIdle();
  expect(await feed.read(null)).toBe(before);
  clock.ms += 15 * 60_000;
  feed.forgetIfIdle();
  const marks: (number | undefined)[] = [];
  const { look } = world;
  world.look = (since) => {
    marks.push(since);
    return look(since);
  };
  const after = await feed.read(null);
  expect(marks).toEqual([undefined]);
  expect(after).not.toBe(before);
  expect(after.hash).toBe(before.hash);
});
