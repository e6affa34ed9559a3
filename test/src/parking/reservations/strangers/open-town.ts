import { openGazetteer } from '../../../../../src/kit/places/gazetteer.ts';
import { newUuid } from '../../../../../src/kit/uuid.ts';
import { slugOf } from '../../../../../src/parking/lots/write/slug.ts';
import { planHold, type Reservation } from '../../../../../src/parking/reservations/plan-hold.ts';
import { openTestDatabase } from '../../../../stage/database.ts';
import { addCaller, addLot } from '../../../../stage/fixtures.ts';

/** A Wednesday: 10:00 in Boston and Toronto, 15:00 in London, 16:00 in Berlin. */
const NOW = new Date('2026-11-18T15:00:00Z');

type TownLot = {
  name: string;
  city: string;
  state: string | null;
  country: string;
  timezone: string;
  latitude: number;
  longitude: number;
  rate_minor: number;
  currency: string;
  features?: string[];
  max_height_cm?: number;
  accessible_spaces?: number;
};

const BOSTON = {
  city: 'Boston',
  state: 'MA',
  country: 'US',
  timezone: 'America/New_York',
  currency: 'usd',
};
const TORONTO = {
  city: 'Toronto',
  state: 'ON',
  country: 'CA',
  timezone: 'America/Toronto',
  currency: 'cad',
};
const US = { country: 'US', currency: 'usd' };
const CHICAGO = { ...US, timezone: 'America/Chicago' };

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

const LOTS: readonly TownLot[] = [
  { ...BOSTON, name: 'Fenway Lot A', rate_minor: 300, ...at(42.3467, -71.0972) },
  { ...BOSTON, name: 'Fenway Lot B', rate_minor: 200, ...at(42.357, -71.06) },
  {
    ...BOSTON,
    name: 'Back Bay Garage',
    rate_minor: 500,
    max_height_cm: 195,
    features: ['covered', 'ev_charging'],
    ...at(42.349, -71.08),
  },
  {
    ...BOSTON,
    name: 'Harbor Deck',
    rate_minor: 600,
    max_height_cm: 240,
    features: ['covered', 'accessible', 'ev_charging', 'av'],
    accessible_spaces: 2,
    ...at(42.353, -71.045),
  },
  { ...TORONTO, name: 'Green P 36', rate_minor: 400, ...at(43.6524, -79.3846) },
  {
    ...TORONTO,
    name: 'Union Station Garage',
    rate_minor: 700,
    features: ['covered', 'accessible'],
    ...at(43.6453, -79.3806),
  },
  { ...TORONTO, name: 'Maple Court Garage', rate_minor: 450, ...at(43.67, -79.39) },
  { ...TORONTO, name: 'Dane Street Lot', rate_minor: 450, ...at(43.68, -79.4) },
  { ...TORONTO, name: 'Dune Street Lot', rate_minor: 450, ...at(43.69, -79.41) },
  {
    ...US,
    name: 'Burnside Lot',
    city: 'Portland',
    state: 'OR',
    timezone: 'America/Los_Angeles',
    rate_minor: 250,
    ...at(45.5229, -122.67),
  },
  {
    ...CHICAGO,
    name: 'Capitol Lot',
    city: 'Springfield',
    state: 'IL',
    rate_minor: 200,
    ...at(39.798, -89.654),
  },
  {
    ...CHICAGO,
    name: 'Ozark Lot',
    city: 'Springfield',
    state: 'MO',
    rate_minor: 200,
    ...at(37.21, -93.29),
  },
  {
    ...CHICAGO,
    name: 'Prairie Lot',
    city: 'Broken Bow',
    state: 'NE',
    rate_minor: 150,
    ...at(41.2, -99.6),
  },
  {
    name: 'Parkhaus Mitte',
    city: 'Berlin',
    state: null,
    country: 'DE',
    timezone: 'Europe/Berlin',
    currency: 'eur',
    rate_minor: 250,
    ...at(52.52, 13.388),
  },
  {
    name: 'Soho Car Park',
    city: 'London',
    state: null,
    country: 'GB',
    timezone: 'Europe/London',
    currency: 'gbp',
    rate_minor: 600,
    ...at(51.5152, -0.1371),
  },
];

export type Town = Awaited<ReturnType<typeof openTown>>;

/** A database with the lots of the sentences, in which wishes are planned as of `NOW`. */
export async function openTown() {
  const database = await openTestDatabase();
  const caller = await addCaller(database, { scopes: ['reservations:write'] });
  const zones = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const { city, state, timezone, features = [], max_height_cm, ...lot } of LOTS) {
    const lotId = newUuid();
    const { accessible_spaces = 0, ...columns } = lot;
    const total_spaces = 100;
    await addLot(database, {
      lot_id: lotId,
      operator_id: caller.operatorId,
      total_spaces,
      ...columns,
    });
    await database.sql(
      `update lots set slug = $2, city = $3, state = $4, timezone = $5, features = $6,
         max_height_cm = $7, accessible_spaces = $8 where lot_id = $1`,
      [
        lotId,
        slugOf(lot.name),
        city,
        state,
        timezone,
        features,
        max_height_cm ?? null,
        accessible_spaces,
      ],
    );
    zones.set(lot.name, timezone);
    ids.set(lot.name, lotId);
  }
  const deps = { db: database.db, geocoder: openGazetteer() };

  return {
    database,
    idOf: (name: string) => ids.get(name) ?? '',
    zoneOf: (name: string) => zones.get(name) ?? 'UTC',
    now: NOW,

    /** What would be held, on the first suitable lot. */
    plan(intent: string, more: Partial<Reservation> = {}) {
      const request = { intent, ...NOTHING_GIVEN, ...more };
      return planHold(deps, caller, request, NOW);
    },
  };
}

const NOTHING_GIVEN = {
  lotId: null,
  startsAt: null,
  endsAt: null,
  plate: null,
  vehicle: { isAutonomous: false, fleetId: null, vin: null },
  spaceCount: null,
  ttlSeconds: 180,
};
