import { LATITUDE_MAX, type LatLng, LONGITUDE_MAX, roundPoint } from '../../geo/great-circle.ts';
import { type Span, spanOf } from '../text/span.ts';

/** `point` undefined: there is no such point on Earth. */
type Coordinates = { point: LatLng | undefined; span: Span };

const NUMBER = '[-+]?\\d{1,3}(?:\\.\\d{1,15})?';
const DECIMAL = '[-+]?\\d{1,3}\\.\\d{1,15}';
const NO_MORE = '(?![\\p{L}\\d%]|[.,:]\\d)';
const NOTHING_BEFORE = '(?<![\\p{L}\\d.,:/$€£+-])';
/** `41.2N 99.6W` */
const WITH_SIDES = new RegExp(
  `${NOTHING_BEFORE}(\\d{1,3}(?:\\.\\d{1,15})?) ?([NS])[ ,;/]{0,3}` +
    `(\\d{1,3}(?:\\.\\d{1,15})?) ?([EW])${NO_MORE}`,
  'iu',
);
/** `N41.2 W99.6` */
const SIDES_FIRST = new RegExp(
  `${NOTHING_BEFORE}([NS]) ?(\\d{1,3}\\.\\d{1,15})[ ,;/]{1,3}([EW]) ?(${DECIMAL})${NO_MORE}`,
  'iu',
);
/** `lat: 41.2, lng: -99.6` */
const WITH_KEYS = new RegExp(
  `"?\\blat(?:itude)?"? ?[:=]? ?(${NUMBER})[ ,;&]{1,3}(?:and )?` +
    `"?(?:lng|lon|long|longitude)"? ?[:=]? ?(${NUMBER})${NO_MORE}`,
  'iu',
);
/** `41.2, -99.6` */
const BARE = new RegExp(
  `${NOTHING_BEFORE}(${DECIMAL})(?: ?, ?| (?=[-+]))(${DECIMAL})${NO_MORE}`,
  'iu',
);
/** A number before one of these counts hours, metres or money. */
const UNIT_AFTER = /^ ?(?:h|hours?|hrs?|m|met|min|km|ft|feet|days?|[ap]m|€|\$|£)/i;
/** Two clock times with dots have no sign, fewer decimals and smaller hours. */
const NO_CLOCK = /[-+]|\.\d{3}/;
const HOURS = 24;

/** The first point that the text gives in degrees; undefined: none. */
export function readCoordinates(text: string): Coordinates | undefined {
  const sided = WITH_SIDES.exec(text);
  if (sided !== null) {
    const [, lat, north, lng, east] = sided;
    return coordinates(sided, signed(lat, north), signed(lng, east));
  }
  const first = SIDES_FIRST.exec(text);
  if (first !== null) {
    const [, north, lat, east, lng] = first;
    return coordinates(first, signed(lat, north), signed(lng, east));
  }
  const keyed = WITH_KEYS.exec(text);
  if (keyed !== null) return coordinates(keyed, Number(keyed[1]), Number(keyed[2]));
  const bare = BARE.exec(text);
  if (bare === null) return undefined;
  const [lat, lng] = [Number(bare[1]), Number(bare[2])];
  const isNoClock = NO_CLOCK.test(bare[0]) || Math.abs(lat) > HOURS || Math.abs(lng) > HOURS;
  const { to } = spanOf(bare);
  return isNoClock && !UNIT_AFTER.test(text.slice(to)) ? coordinates(bare, lat, lng) : undefined;
}

function coordinates(match: RegExpExecArray, lat: number, lng: number): Coordinates {
  const isOnEarth = Math.abs(lat) <= LATITUDE_MAX && Math.abs(lng) <= LONGITUDE_MAX;
  return { span: spanOf(match), point: isOnEarth ? roundPoint({ lat, lng }) : undefined };
}

function signed(degrees = '', side = ''): number {
  return Number(degrees) * (/[sw]/i.test(side) ? -1 : 1);
}
