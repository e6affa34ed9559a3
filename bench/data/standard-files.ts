import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';

/** A city's car parks and their counts, however they were published. */
export type City = {
  lots: readonly Lot[];
  counts: readonly Count[];
  /** What was not taken over: `216 repeated readings`. */
  leftOut: readonly string[];
};

/** `tags` are further OpenStreetMap keys. */
export type Lot = {
  ref: string;
  name: string;
  lat: number;
  lng: number;
  capacity: number;
  tags: Readonly<Record<string, string>>;
};

export type Count = { ref: string; at: Date; occupied: number };

const LINES_PER_WRITE = 10_000;

/**
 * Writes a city as files that `hexlot import lots` and `hexlot import occupancy` read, into a
 * folder that is made if there is none: `lots.geojson` and `counts.csv` with instants in UTC.
 */
export async function writeStandardFiles(folder: string, { lots, counts }: City): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'lots.geojson'), geojsonOf(lots));
  const file = createWriteStream(join(folder, 'counts.csv'));
  file.write('lot_ref,at,occupied\n');
  for (let from = 0; from < counts.length; from += LINES_PER_WRITE) {
    const lines = counts.slice(from, from + LINES_PER_WRITE).map(lineOf);
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

/** Writes the files into the folder that the command line names, and says so on stderr. */
export async function runImporter(read: () => Promise<City>): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('say into which folder: bench/data/NAME.ts OUT_DIR');
  const city = await read();
  await writeStandardFiles(folder, city);
  const says = [`${folder}: ${city.lots.length} lots, ${city.counts.length} counts`];
  says.push(...city.leftOut.map((what) => `left out: ${what}`));
  process.stderr.write(`${says.join('\n')}\n`);
}

/** One line for each feature, so that files can be compared. */
function geojsonOf(lots: readonly Lot[]): string {
  const features = lots.map(({ ref, name, lat, lng, capacity, tags }) =>
    JSON.stringify({
      type: 'Feature',
      id: ref,
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: { ref, amenity: 'parking', name, capacity, ...tags },
    }),
  );
  return `{"type": "FeatureCollection", "features": [\n${features.join(',\n')}\n]}\n`;
}

function lineOf({ ref, at, occupied }: Count): string {
  return `${ref},${at.toISOString().replace('.000Z', 'Z')},${occupied}\n`;
}
