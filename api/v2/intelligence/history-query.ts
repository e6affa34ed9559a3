import { type Static, Type } from 'typebox';
import { dayOf } from '../../../src/days.ts';
import { badField, notTogether } from '../../../src/errors.ts';
import type { LatLng } from '../../../src/geometry/great-circle.ts';
import { roundPoint } from '../../../src/geometry/great-circle.ts';
import { HISTORY_METRICS } from '../../../src/market/history-figures.ts';
import { type DaySpan, HISTORY_STEPS } from '../../../src/market/history-steps.ts';
import { CIRCLE, DateInput, RADIUS_KM } from '../../fields/field-types.ts';

/** Ten years and some days. */
const DAYS_MAX = 3_660;
const METRES_PER_KM = 1_000;
const [CITY_LENGTH_MAX, STATE_LENGTH_MAX] = [100, 50];

export const HistoryQuery = Type.Object({
  city: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CITY_LENGTH_MAX,
      description: 'A city by name, for example `San Diego`, in place of lat and lng',
    }),
  ),
  state: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: STATE_LENGTH_MAX,
      description: 'Where several cities have this name: the state, for example `CA`, or country',
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
  metric: Type.Enum([...HISTORY_METRICS], {
    description:
      'rate: what an hour costs, minor units of currency. occupancy: percent of the spaces. ' +
      'demand: the score of 0 to 100 of market-rate. stays, searches: how many began',
  }),
  from: DateInput('First day (UTC)'),
  to: DateInput(`Last day (UTC): today at the latest, and at most ${DAYS_MAX} days after from`),
  step: Type.Enum([...HISTORY_STEPS], {
    default: 'day',
    description: 'day, week from Monday on, or calendar month; cut at from and to; default day',
  }),
  compare_from: Type.Optional(
    DateInput('The day on which something changed: compares the steps before it with the others'),
  ),
});

type Asked = Static<typeof HistoryQuery>;

type Place = { city: string; state: string | null } | { centre: LatLng; radiusM: number };

/** Errors: BAD_REQUEST naming city, state, lat, lng or radius_km. */
export function readPlace({ city, state, lat, lng, radius_km }: Asked): Place {
  if (city !== undefined) {
    if (lat !== undefined) throw notTogether('city', 'lat');
    if (lng !== undefined) throw notTogether('city', 'lng');
    if (radius_km !== undefined) throw notTogether('city', 'radius_km');
    return { city, state: state ?? null };
  }
  if (state !== undefined) throw badField('state', 'needs city');
  if (lat === undefined && lng === undefined)
    throw badField('city', 'is missing: say city, or lat and lng');
  if (lat === undefined) throw badField('lat', 'is missing beside lng');
  if (lng === undefined) throw badField('lng', 'is missing beside lat');
  return {
    centre: roundPoint({ lat, lng }),
    radiusM: (radius_km ?? RADIUS_KM.default) * METRES_PER_KM,
  };
}

/** The period asked for. Errors: BAD_REQUEST naming from, to or compare_from. */
export function readPeriod(
  { from, to, compare_from }: Asked,
  today: number,
): { period: DaySpan; compareDay: number | null } {
  const [fromDay, toDay] = [dayOf(from), dayOf(to)];
  if (fromDay > toDay) throw badField('from', 'is after to');
  if (toDay > today)
    throw badField('to', 'is in the future: what is expected says demand-forecast');
  if (toDay - fromDay > DAYS_MAX) throw badField('from', `is more than ${DAYS_MAX} days before to`);
  const compareDay = compare_from === undefined ? null : dayOf(compare_from);
  if (compareDay !== null && (compareDay <= fromDay || compareDay > toDay))
    throw badField('compare_from', 'must be after from, and not after to');
  return { period: { fromDay, toDay }, compareDay };
}
