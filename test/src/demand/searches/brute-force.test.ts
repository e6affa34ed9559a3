import { isIP } from 'node:net';
import { cellToChildren, cellToParent, gridDisk, latLngToCell } from 'h3-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { networksOf } from '../../../../api/access/network.ts';
import { projectSites } from '../../../../src/demand/searches/project-sites.ts';
import type { Search } from '../../../../src/demand/searches/record-search.ts';
import { createRandom } from '../../../../src/demo/random.ts';
import { cellCentre } from '../../../../src/kit/geo/cells.ts';
import { openTestDatabase, type TestDatabase } from '../../../stage/database.ts';
import { seedOfRun } from '../../../stage/random.ts';
import {
  addSearches,
  byAddress,
  byKey,
  DOWNTOWN,
  HOUR_MS,
  MINUTE_MS,
  passMs,
  readSites,
  type Wish,
} from './unmet.ts';

const RESOLUTION = 8;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const CALLERS = [
  ...['a', 'b', 'c', 'd'].map(byKey),
  ...['192.0.2.1', '192.0.2.9', '198.51.100.7', '2001:db8::1', '2001:db8::2'].map(byAddress),
  ...['2001:db8:1::', 'unknown'].map(byAddress),
  { keyId: null, operatorId: null, ip: null },
];

function callerOf({ caller: { keyId, ip } }: Search): string | null {
  if (keyId !== null) return keyId;
  return ip !== null && isIP(ip) !== 0 ? (networksOf(ip).at(-1)?.network ?? null) : null;
}

const cellOf = ({ centre }: Search) =>
  cellToParent(latLngToCell(centre.lat, centre.lng, 9), RESOLUTION);

/** The sites of a period by their definition, one search at a time. */
function sitesOf(searches: readonly Search[], from: number, to: number): string[] {
  const unmet = searches.filter(
    (search) =>
      search.kind !== 'rates' &&
      search.availableCount === 0 &&
      search.radiusM >= 500 &&
      search.at.getTime() >= from &&
      search.at.getTime() < to &&
      callerOf(search) !== null,
  );
  const byPlace = Map.groupBy(unmet, (search) => `${search.livemode} ${cellOf(search)}`);
  return [...byPlace].flatMap(([place, found]) => {
    const counts = [...Map.groupBy(found, callerOf).values()].map((own) => own.length);
    const searchCount = counts.reduce((sum, count) => sum + Math.min(10, count), 0);
    if (counts.length < 3 || searchCount < 10) return [];
    const spaces = found.map(({ at }) => {
      const hour = found.filter((other) => other.at <= at && +other.at > +at - HOUR_MS);
      return new Set(hour.map(callerOf)).size;
    });
    return [`${place}: ${searchCount} of ${counts.length}, ${Math.max(...spaces)} spaces`];
  });
}

test('sites equal those computed search by search', async () => {
  const seed = seedOfRun();
  const draw = createRandom(seed);
  const places = [DOWNTOWN, { lat: -16.8, lng: 179.9999 }, { lat: 64.7, lng: 10.5 }].flatMap(
    ({ lat, lng }) => gridDisk(latLngToCell(lat, lng, RESOLUTION), 4),
  );
  const wishes = places.flatMap((cell) => {
    const children = cellToChildren(cell, 9).map((child) => cellCentre(BigInt(`0x${child}`)));
    const callers = Array.from({ length: draw.integer(1, 7) }, () => draw.pick(CALLERS));
    return Array.from({ length: draw.integer(0, 50) }, (): Wish => {
      const ageMs = draw.integer(1, 43) * 30 * MINUTE_MS + draw.pick([0, 0, 1, -1]);
      const [kind, livemode] = [draw.pick(['search', 'availability'] as const), draw.next() < 0.9];
      const caller = draw.next() < 0.5 ? draw.pick(callers.slice(0, 1)) : draw.pick(callers);
      const met = draw.next() < 0.1 ? { foundCount: 1, availableCount: 1 } : {};
      const odd = draw.pick<Wish>([{}, {}, {}, {}, { kind: 'rates' }, { radiusM: 499 }]);
      return { centre: draw.pick(children), caller, ageMs, kind, livemode, ...met, ...odd };
    });
  });
  const searches: Search[] = [];
  for (const part of [0, 1]) {
    const wished = wishes.filter((_, i) => i % 2 === part);
    searches.push(...(await addSearches(database, wished)));
    await projectSites(database.pipelines);
  }
  const waitMs = 3 * HOUR_MS;
  await passMs(database, waitMs);
  await projectSites(database.pipelines);
  const found = await readSites(database);
  const [first] = found;
  const aged = searches.map((search) => ({ ...search, at: new Date(+search.at - waitMs) }));
  const wanted = sitesOf(aged, Number(first?.from_at), Number(first?.to_at));
  expect(wanted.length, `seed ${seed}`).toBeGreaterThan(20);
  expect(
    found
      .map(
        (site) =>
          `${site.livemode} ${site.cell}: ${site.unmet_searches} of ${site.caller_count}, ` +
          `${site.suggested_spaces} spaces`,
      )
      .toSorted(),
    `seed ${seed}`,
  ).toEqual(wanted.toSorted());
});
