import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { TZDate } from '@date-fns/tz';
import { startOfDay, subDays } from 'date-fns';
import { parseInstant } from '../../src/kit/time/instants.ts';
import { readCsvLines } from './csv-lines.ts';
import { type City, type Count, type Lot, runImporter } from './standard-files.ts';

/** The folder beside the project with free spaces of Dresden and Braunschweig. */
export const GERMANY = new URL('../../../shared/data/germany/', import.meta.url);

type Place = Omit<Lot, 'capacity'>;
/** The free spaces of a lot; instants ascend. */
type Free = { at: Date; spaces: number };

const PLACE_COLUMNS = [
  'place_id',
  'place_name',
  'city_name',
  'address',
  'latitude',
  'longitude',
] as const;
const ZONE = 'Europe/Berlin';
const STATES = new Map([
  ['Braunschweig', 'NI'],
  ['Dresden', 'SN'],
]);
/** Days at the end of the data for which forecasts are tested. */
const TEST_DAYS = 28;
/**
 * Published capacities are often wrong, also by half. A lot has about as many spaces as were ever
 * free; the highest readings are left to errors of the counters.
 */
const CAPACITY_PERCENTILE = 0.995;

/** Reads the two files of the folder, unzipped; throws at a row that it cannot read. */
export async function readGermany(places: Readable, free: Readable): Promise<City> {
  const known = await readPlaces(places);
  const { readings, empty } = await readFree(free, [...known.keys()]);
  const last = Math.max(...[...readings.values()].map((all) => all.at(-1)?.at.getTime() ?? 0));
  const testFrom = startOfDay(subDays(new TZDate(last, ZONE), TEST_DAYS));
  const lots = [...known.values()].map((place): Lot => {
    const past = (readings.get(place.ref) ?? []).filter(({ at }) => at < testFrom);
    return { ...place, capacity: capacityOf(past.map(({ spaces }) => spaces)) };
  });
  const counts = lots.flatMap(({ ref, capacity }) =>
    (readings.get(ref) ?? []).map(
      ({ at, spaces }): Count => ({ ref, at, occupied: Math.max(0, capacity - spaces) }),
    ),
  );
  return { lots, counts, leftOut: [`${empty} empty cells`] };
}

async function readPlaces(csv: Readable): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  for await (const { line, cells } of readCsvLines(csv, PLACE_COLUMNS)) {
    const { place_id: ref, place_name: name, city_name: city = '', address } = cells;
    const state = STATES.get(city);
    const [lat, lng] = [cells.latitude, cells.longitude].map((text) => Number(text || undefined));
    if (!ref || !name || !state || !lat || !lng)
      throw new Error(`line ${line} is not a place: ${Object.values(cells)}`);
    const where = { 'addr:city': city, 'addr:state': state, 'addr:country': 'DE' };
    const tags = address ? { 'addr:full': address, ...where } : where;
    places.set(ref, { ref, name, lat, lng, tags });
  }
  return places;
}

/** A column of free spaces for each lot. A cell without a number was not counted. */
async function readFree(
  csv: Readable,
  refs: readonly string[],
): Promise<{ readings: Map<string, Free[]>; empty: number }> {
  const readings = new Map(refs.map((ref): [string, Free[]] => [ref, []]));
  let empty = 0;
  for await (const { line, cells } of readCsvLines(csv, ['time_utc', ...refs])) {
    const at = parseInstant(`${cells.time_utc?.replace(' ', 'T')}Z`);
    if (at === undefined) throw new Error(`line ${line} has no time: ${cells.time_utc}`);
    for (const [ref, all] of readings) {
      const cell = cells[ref] ?? '';
      if (cell === '') empty += 1;
      else if (/^\d+$/.test(cell)) all.push({ at, spaces: Number(cell) });
      else throw new Error(`line ${line}: ${ref} has ${cell} free spaces`);
    }
  }
  return { readings, empty };
}

/** A percentile between two readings lies between them in proportion, and is rounded up. */
function capacityOf(free: readonly number[]): number {
  const sorted = free.toSorted((a, b) => a - b);
  const position = CAPACITY_PERCENTILE * (sorted.length - 1);
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined)
    throw new Error('a lot without a reading before the test has no known capacity');
  return Math.ceil(below + (above - below) * (position % 1));
}

if (import.meta.main)
  await runImporter(() =>
    readGermany(
      createReadStream(new URL('meta.csv', GERMANY)),
      createReadStream(new URL('germany_halfhour_free.csv.gz', GERMANY)).pipe(createGunzip()),
    ),
  );
