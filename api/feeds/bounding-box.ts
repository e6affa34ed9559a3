import { badField } from '../../src/kit/errors.ts';
import type { Box } from '../../src/kit/geo/bounding-boxes.ts';
import { LATITUDE_MAX, LONGITUDE_MAX, roundDegrees } from '../../src/kit/geo/great-circle.ts';

const NUMBER = /^-?\d{1,3}(\.\d+)?(e-?\d{1,3})?$/;

/**
 * Reads `west,south,east,north` in degrees (RFC 7946 5). Where west is greater than east the box
 * crosses the antimeridian. The edges are rounded like the places of lots. Errors: BAD_REQUEST
 * naming bbox.
 */
export function readBoundingBox(text: string): Box {
  const parts = text.split(',');
  if (parts.length !== 4 || !parts.every((part) => NUMBER.test(part)))
    throw badField('bbox', 'must be four numbers: west,south,east,north');
  const [west = 0, south = 0, east = 0, north = 0] = parts.map((part) =>
    roundDegrees(Number(part)),
  );
  if (Math.abs(west) > LONGITUDE_MAX || Math.abs(east) > LONGITUDE_MAX)
    throw badField('bbox', 'west and east must be from -180 to 180');
  if (Math.abs(south) > LATITUDE_MAX || Math.abs(north) > LATITUDE_MAX)
    throw badField('bbox', 'south and north must be from -90 to 90');
  if (south > north) throw badField('bbox', 'south must not be greater than north');
  return { west, south, east, north };
}
