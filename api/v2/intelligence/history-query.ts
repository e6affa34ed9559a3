import { type Static, Type } from 'typebox';
import { HISTORY_METRICS } from '../../../src/demand/history/history-figures.ts';
import { type DaySpan, HISTORY_STEPS } from '../../../src/demand/history/history-steps.ts';
import { badField, notTogether } from '../../../src/kit/errors.ts';
import type { LatLng } from '../../../src/kit/geo/great-circle.ts';
import { dayOf } from '../../../src/kit/time/days.ts';
import type { Api } from '../../app.ts';
import { DateInput, RADIUS_KM } from '../../fields/field-types.ts';
import { type Asker, CIRCLE_NEAR, type NearPlace, readPoint } from '../../fields/near.ts';

/** Ten years and some days. */
const DAYS_MAX = 3_660;
const METRES_PER_KM = 1_000;
const [CITY_LENGTH_MAX, STATE_LENGTH_MAX] = [100, 50];

export const HistoryQuery = Type.Object({
  city: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CITY_LENGTH_MAX,
      description:
        'A city by any of its names, such as `San Diego`, or a district, which means its city; ' +
        'in place of lat and lng',
    }),
  ),
  state: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: STATE_LENGTH_MAX,
      description: 'Where several cities have this name: the state, for example `CA`, or country',
    }),
  ),
  lat: CIRCLE_NEAR.lat,
  lng: CIRCLE_NEAR.lng,
  near: CIRCLE_NEAR.near,
  radius_km: Type.Optional(
    Type.Number({
      minimum: RADIUS_KM.min,
      maximum: RADIUS_KM.max,
      description: 'How far around the point, in km along the great circle; default 5',
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

type Place =
  | { city: string; state: string | null }
  | { centre: LatLng; radiusM: number; near?: Static<typeof NearPlace> };

/** Errors: BAD_REQUEST naming city, state, radius_km or those of readPoint; those of readPoint. */
export async function readPlace(asked: Asked, asker: Asker, api: Api): Promise<Place> {
  const { city, state, lat, lng, near, radius_km } = asked;
  if (city !== undefined) {
    if (lat !== undefined) throw notTogether('city', 'lat');
    if (lng !== undefined) throw notTogether('city', 'lng');
    if (near !== undefined) throw notTogether('city', 'near');
    if (radius_km !== undefined) throw notTogether('city', 'radius_km');
    return { city, state: state ?? null };
  }
  if (state !== undefined) throw badField('state', 'needs city');
  if (lat === undefined && lng === undefined && near === undefined)
    throw badField('city', 'is missing: give city, or lat and lng, or near');
  const radiusM = (radius_km ?? RADIUS_KM.default) * METRES_PER_KM;
  return { ...(await readPoint(asked, asker, api)), radiusM };
}

/** The period asked for. Errors: BAD_REQUEST naming from, to or compare_from. */
export function readPeriod(
  { from, to, compare_from }: Asked,
  today: number,
): { period: DaySpan; compareDay: number | null } {
  const [fromDay, toDay] = [dayOf(from), dayOf(to)];
  if (fromDay > toDay) throw badField('from', 'is after to');
  if (toDay > today) throw badField('to', 'is in the future: use demand-forecast instead');
  if (toDay - fromDay > DAYS_MAX) throw badField('from', `is more than ${DAYS_MAX} days before to`);
  const compareDay = compare_from === undefined ? null : dayOf(compare_from);
  if (compareDay !== null && (compareDay <= fromDay || compareDay > toDay))
    throw badField('compare_from', 'must be after from, and not after to');
  return { period: { fromDay, toDay }, compareDay };
}
