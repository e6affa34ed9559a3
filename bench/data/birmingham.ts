import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { TZDate } from '@date-fns/tz';
import { readCsvLines } from './csv-lines.ts';
import { type City, type Count, type Lot, runImporter } from './standard-files.ts';

/** The folder beside the project with the data set `Parking Birmingham`, as UCI published it. */
export const BIRMINGHAM = new URL('../../../shared/data/birmingham/', import.meta.url);

const COLUMNS = ['SystemCodeNumber', 'Capacity', 'Occupancy', 'LastUpdated'] as const;
const ZONE = 'Europe/London';
const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;
/** They were counted on a few days only. Others who forecast this data leave them out, too. */
const HARDLY_COUNTED = ['BHMBRTARC01', 'NIA North'];
/**
 * The data does not say where its car parks are. They are put on a grid around the city centre, in
 * the order of the file, row by row from the south west; lots are some 200 m apart.
 */
const GRID = { lat: 52.48, lng: -1.9, columns: 7, rows: 4, stepLat: 0.002, stepLng: 0.003 };
const DEGREE_DIGITS = 6;

/**
 * Reads the data set's CSV: 28 car parks with made-up places. Its times are by the clocks of
 * Birmingham. Of two readings of a car park with the same time the last holds. Negative ones are
 * left out. Throws at a row that it cannot read.
 */
export async function readBirmingham(csv: Readable): Promise<City> {
  const capacities = new Map<string, number>();
  const counts = new Map<string, Count>();
  let [hardlyCounted, negative, repeated] = [0, 0, 0];
  for await (const { line, cells } of readCsvLines(csv, COLUMNS)) {
    const { SystemCodeNumber: ref = '', LastUpdated: local = '' } = cells;
    const [capacity, occupied] = [cells.Capacity, cells.Occupancy].map(wholeNumberIn);
    const at = instantOf(local);
    if (!ref || capacity === undefined || occupied === undefined || at === undefined)
      throw new Error(`line ${line} is not a reading: ${Object.values(cells)}`);
    if (HARDLY_COUNTED.includes(ref)) {
      hardlyCounted += 1;
      continue;
    }
    capacities.set(ref, capacity);
    if (occupied < 0) {
      negative += 1;
      continue;
    }
    const key = `${ref} ${local}`;
    if (counts.has(key)) repeated += 1;
    counts.set(key, { ref, at, occupied });
  }
  return {
    lots: [...capacities].map(([ref, capacity], place) => lotOf(ref, capacity, place)),
    counts: [...counts.values()],
    leftOut: [
      `${hardlyCounted} readings of ${HARDLY_COUNTED.join(' and ')}`,
      `${repeated} readings with the time of a later one`,
      `${negative} negative readings`,
    ],
  };
}

function wholeNumberIn(text = ''): number | undefined {
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

/** Undefined for any other text than `2016-10-04 07:59:42`. */
function instantOf(local: string): Date | undefined {
  const parts = LOCAL_TIME.exec(local)?.slice(1).map(Number);
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = parts;
  return new Date(new TZDate(year, month - 1, date, hour, minute, second, ZONE).getTime());
}

function lotOf(ref: string, capacity: number, place: number): Lot {
  const [row, column] = [Math.floor(place / GRID.columns), place % GRID.columns];
  const lat = GRID.lat + (row - (GRID.rows - 1) / 2) * GRID.stepLat;
  const lng = GRID.lng + (column - (GRID.columns - 1) / 2) * GRID.stepLng;
  return {
    ref,
    name: ref,
    lat: Number(lat.toFixed(DEGREE_DIGITS)),
    lng: Number(lng.toFixed(DEGREE_DIGITS)),
    capacity,
    tags: {
      'addr:city': 'Birmingham',
      'addr:state': 'ENG',
      'addr:country': 'GB',
      parking: 'multi-storey',
    },
  };
}

if (import.meta.main)
  await runImporter(() => readBirmingham(createReadStream(new URL('dataset.csv', BIRMINGHAM))));
