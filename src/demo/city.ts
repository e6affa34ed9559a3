import { DEMO_OPERATOR_NAME } from '../access/operators/demo-operator.ts';
import type { Plan } from '../access/plans/platform-fee.ts';
import { type LatLng, roundPoint } from '../kit/geo/great-circle.ts';
import type { LotDetails } from '../parking/lots/lot-details.ts';

/** Nothing in this city exists: its name says so, and its place is empty prairie in Nebraska. */
export const CITY = {
  name: 'Demo City (synthetic)',
  state: 'NE',
  country: 'US',
  timezone: 'America/Chicago',
  currency: 'usd',
  centre: { lat: 41.2, lng: -99.6 } satisfies LatLng,
} as const;

/** Days of stays and searches before today. */
export const HISTORY_DAYS = 60;

export type DemoOperator = {
  name: string;
  plan: Plan;
  /** Its prices relative to those usual in a district. */
  priceFactor: number;
  /** Its share of the city's lots; all shares add up to 1. */
  lotShare: number;
  /** It lets everybody see what happens on its lots, as a city may; from the next day on. */
  hasPublicFigures?: true;
};

/** The buyer of market figures is first; the others are its competitors. */
export const OPERATORS: readonly [DemoOperator, ...DemoOperator[]] = [
  { name: DEMO_OPERATOR_NAME, plan: 'enterprise', priceFactor: 1, lotShare: 0.2 },
  { name: 'Demo Bison Garages (synthetic)', plan: 'enterprise', priceFactor: 1.15, lotShare: 0.18 },
  { name: 'Demo Sandhill Lots (synthetic)', plan: 'pro', priceFactor: 0.95, lotShare: 0.16 },
  { name: 'Demo Platte Park & Go (synthetic)', plan: 'pro', priceFactor: 1.05, lotShare: 0.14 },
  { name: 'Demo Meadowlark (synthetic)', plan: 'starter', priceFactor: 0.9, lotShare: 0.12 },
  { name: 'Demo Cottonwood (synthetic)', plan: 'starter', priceFactor: 0.85, lotShare: 0.09 },
  { name: 'Demo Goldenrod (synthetic)', plan: 'free', priceFactor: 1, lotShare: 0.07 },
  {
    name: 'Demo City Curbs (synthetic)',
    plan: 'free',
    priceFactor: 0.8,
    lotShare: 0.04,
    hasPublicFigures: true,
  },
];

/**
 * The buyer's lot in the centre. The README and the OpenAPI document use its name, place and id.
 */
export const EXAMPLE_LOT = {
  id: '0199b0d4-7c1e-7a52-9c3b-2f6d5e8a1b40',
  ref: 'cedar-street',
  name: 'Cedar Street Garage',
  ...CITY.centre,
  address: `1 Cedar Street, ${CITY.name}`,
  city: CITY.name,
  state: CITY.state,
  country: CITY.country,
  total_spaces: 120,
  lot_type: 'garage',
  spaces: { ev: 8, accessible: 4, av: 4 },
  max_height_cm: 210,
  base_rate: 2.5,
  max_daily_rate: 18,
} as const satisfies LotDetails & { id: string };

const KM_PER_DEGREE = 111.195;

/** A point at a distance in kilometres from the centre of the city. */
export function pointAt(eastKm: number, northKm: number): LatLng {
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((CITY.centre.lat * Math.PI) / 180);
  return roundPoint({
    lat: CITY.centre.lat + northKm / KM_PER_DEGREE,
    lng: CITY.centre.lng + eastKm / kmPerDegreeEast,
  });
}
