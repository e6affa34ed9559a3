import { type Static, Type } from 'typebox';
import { HEXES_MAX, type HexPeriod } from '../../../src/demand/hexes/hexes.ts';
import { badField, notTogether } from '../../../src/kit/errors.ts';
import { type Area, areaKm2 } from '../../../src/kit/geo/area.ts';
import { boxesBetween } from '../../../src/kit/geo/bounding-boxes.ts';
import { roundPoint } from '../../../src/kit/geo/great-circle.ts';
import { readBoundingBox } from '../../feeds/bounding-box.ts';
import { CIRCLE, RADIUS_KM } from '../../fields/field-types.ts';

const [COARSEST, FINEST] = [5, 9];
/** Finer cells are too many to publish 168 hours of, and have few hours with enough searches. */
const FINEST_OF_WEEKS = 6;
const METRES_PER_KM = 1_000;
const BBOX_LENGTH_MAX = 100;
/** Mean areas of H3 cells of resolution 5 to 9, in square kilometres. */
const CELL_KM2 = [252.9, 36.13, 5.161, 0.7373, 0.1053];

export const HexesQuery = Type.Object({
  bbox: Type.Optional(
    Type.String({
      maxLength: BBOX_LENGTH_MAX,
      description: 'west,south,east,north in degrees; across the antimeridian west > east',
    }),
  ),
  lat: Type.Optional(CIRCLE.lat),
  lng: Type.Optional(CIRCLE.lng),
  radius_km: Type.Optional(
    Type.Number({
      minimum: RADIUS_KM.min,
      maximum: RADIUS_KM.max,
      description: 'How far around lat, lng, in km along the great circle; default 5',
    }),
  ),
  resolution: Type.Optional(
    Type.Integer({
      minimum: COARSEST,
      maximum: FINEST,
      description: 'H3 resolution of the cells; by default the finest that suits the area',
    }),
  ),
  period: Type.Enum(['7d', '28d'], {
    default: '7d',
    description: '7d, 28d: so many whole days (UTC) before today; 28d at resolutions 5 and 6',
  }),
  hour_of_week: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 167,
      description: 'With period=28d, one of the 168 hours of the week: 0 is Monday, 0:00 UTC',
    }),
  ),
});

type Asked = Pick<Static<typeof HexesQuery>, 'bbox' | 'lat' | 'lng' | 'radius_km'>;

/** The area that is asked about. Errors: BAD_REQUEST naming bbox, lat, lng or radius_km. */
export function readArea({ bbox, lat, lng, radius_km }: Asked): Area {
  if (bbox !== undefined) {
    if (lat !== undefined) throw notTogether('bbox', 'lat');
    if (lng !== undefined) throw notTogether('bbox', 'lng');
    if (radius_km !== undefined) throw notTogether('bbox', 'radius_km');
    const { west, south, east, north } = readBoundingBox(bbox);
    return { boxes: boxesBetween(west, south, east, north) };
  }
  if (lat === undefined && lng === undefined)
    throw badField('bbox', 'is missing: give bbox, or lat and lng');
  if (lat === undefined) throw badField('lat', 'is required with lng');
  if (lng === undefined) throw badField('lng', 'is required with lat');
  const radiusKm = radius_km ?? RADIUS_KM.default;
  return { centre: roundPoint({ lat, lng }), radiusM: radiusKm * METRES_PER_KM };
}

type Timed = Pick<Static<typeof HexesQuery>, 'period' | 'hour_of_week'>;

/** Errors: BAD_REQUEST naming hour_of_week. */
export function readPeriod({ period, hour_of_week }: Timed): HexPeriod {
  if (period === '28d') return { name: period, hourOfWeek: hour_of_week ?? null };
  if (hour_of_week !== undefined) throw badField('hour_of_week', 'needs period=28d');
  return { name: period };
}

/** The resolution asked for, or one that suits. Errors: BAD_REQUEST naming resolution. */
export function readResolution(
  resolution: number | undefined,
  area: Area,
  { name }: HexPeriod,
): number {
  const finest = name === '28d' ? FINEST_OF_WEEKS : FINEST;
  if (resolution === undefined) return Math.min(finest, resolutionFor(area));
  if (resolution > finest) throw badField('resolution', `is at most ${finest} for period=${name}`);
  return resolution;
}

/** The finest resolution with at most half of HEXES_MAX cells in an area; at least 5. */
function resolutionFor(area: Area): number {
  const km2 = areaKm2(area);
  const finest = CELL_KM2.findLastIndex((cellKm2) => (2 * km2) / cellKm2 <= HEXES_MAX);
  return COARSEST + Math.max(0, finest);
}
