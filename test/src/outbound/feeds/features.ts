import type { Box } from '../../../../src/kit/geo/bounding-boxes.ts';
import type { FeatureRow } from '../../../../src/outbound/feeds/feature.ts';
import { randomFrom } from '../../../stage/random.ts';

/** Rows of a map: some far apart, many in a few towns, and some in exactly the same spot. */
export function randomRows(count: number, seed: number): FeatureRow[] {
  const random = randomFrom(seed);
  const uuid = () =>
    'xxxxxxxx-xxxx-7xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () =>
      Math.floor(16 * random()).toString(16),
    );
  const towns = Array.from({ length: 5 }, () => ({
    longitude: 340 * random() - 170,
    latitude: 160 * random() - 80,
  }));
  return Array.from({ length: count }, (_, i) => {
    const town = towns[i % towns.length] ?? { longitude: 0, latitude: 0 };
    const spread = [180, 0.2, 0.02, 0][i % 4] ?? 0;
    const isAnywhere = spread === 180;
    const longitude = isAnywhere ? 360 * random() - 180 : town.longitude + spread * random();
    const latitude = isAnywhere ? 180 * random() - 90 : town.latitude + spread * random();
    return newRow({ id: uuid(), longitude, latitude });
  });
}

export function newRow(row: Omit<FeatureRow, 'feature'>, name = 'Lot'): FeatureRow {
  return { ...row, feature: JSON.stringify({ type: 'Feature', id: row.id, properties: { name } }) };
}

/** A random box; its west may be greater than its east. */
export function randomBox(random: () => number): Box {
  const lng = () => 360 * random() - 180;
  const lats = [180 * random() - 90, 180 * random() - 90].toSorted((a, b) => a - b);
  return { west: lng(), south: lats[0] ?? 0, east: lng(), north: lats[1] ?? 0 };
}

export function isIn({ west, south, east, north }: Box, row: FeatureRow): boolean {
  if (row.latitude < south || row.latitude > north) return false;
  const isEast = row.longitude >= west;
  const isWest = row.longitude <= east;
  return west <= east ? isEast && isWest : isEast || isWest;
}
