import { CITY, type DemoOperator, OPERATORS, pointAt } from './city.ts';
import { DISTRICTS, type District, STATION } from './districts.ts';
import { createRandom, type Random } from './random.ts';

export type DemoLot = {
  ref: string;
  operator: DemoOperator;
  district: District;
  lat: number;
  lng: number;
  spaces: number;
  /** No stay begins before this local hour. */
  opensAtHour: number;
  /** GeoJSON with the tags of a lot file. */
  feature: object;
};

const SEED = 20_261;
const GARAGE_SPACES_MIN = 10;
const CENTS_STEP = 25;
const TEST_LOT_COUNT = 30;
/** Share of the lots that are free of charge. */
const FREE_SHARE = 0.03;

const STREETS = [
  'Elm',
  'Cedar',
  'Walnut',
  'Prairie',
  'Bluestem',
  'Mill',
  'Depot',
  'Grant',
  'Third',
];
const KINDS = ['Garage', 'Lot', 'Parking', 'Deck'];
const OPENING_HOUR = 5;
const DAY_HOURS = 'Mo-Su 05:00-24:00';
const DAY_HOURS_SHARE = 0.25;

/** The lots of the live mode: about 300. */
export function demoLots(): DemoLot[] {
  const random = createRandom(SEED);
  const names = new Set<string>();
  return DISTRICTS.flatMap((district) =>
    Array.from({ length: district.lotCount }, (_, i) =>
      demoLot(random, district, `${slug(district.name)}-${i + 1}`, names),
    ),
  );
}

/** The lots of the station, of the two operators on the starter plan in turn. */
export function demoStationLots(): DemoLot[] {
  const random = createRandom(SEED + 2);
  const names = new Set<string>();
  const two = OPERATORS.filter(({ plan }) => plan === 'starter');
  return Array.from({ length: STATION.lotCount }, (_, i) => {
    const ref = `${slug(STATION.name)}-${i + 1}`;
    return demoLot(random, STATION, ref, names, two[i % two.length]);
  });
}

/** The lots of the test mode, all of the first operator. */
export function demoTestLots(): DemoLot[] {
  const random = createRandom(SEED + 1);
  const names = new Set<string>();
  const places = DISTRICTS.filter((district) => district.lotCount > 0);
  return Array.from({ length: TEST_LOT_COUNT }, (_, i) => {
    const lot = demoLot(random, random.pick(places), `test-${i + 1}`, names);
    return { ...lot, operator: OPERATORS[0] };
  });
}

function demoLot(
  random: Random,
  district: District,
  ref: string,
  names: Set<string>,
  operator = pickOperator(random),
): DemoLot {
  const scatter = () => random.normal() * district.spreadKm;
  const point = pointAt(district.eastKm + scatter(), district.northKm + scatter());
  const lat = Number(point.lat.toFixed(6));
  const lng = Number(point.lng.toFixed(6));
  // Squared, because there are many small lots and few large ones.
  const [smallest, largest] = district.spaces;
  const spaces = Math.round(smallest + (largest - smallest) * random.next() ** 2);
  const isGarage = spaces >= GARAGE_SPACES_MIN && random.next() < 0.6;
  const isFree = random.next() < FREE_SHARE;
  const isClosedAtNight = random.next() < DAY_HOURS_SHARE;
  const properties = {
    ref,
    amenity: 'parking',
    name: newName(random, district, names),
    operator: operator.name,
    capacity: spaces,
    parking: isGarage ? random.pick(['multi-storey', 'underground']) : 'surface',
    ...(isFree ? { fee: 'no' } : rateTags(random, district, operator)),
    ...(isGarage && { maxheight: random.pick(['1.98', '2.10', '2.20']) }),
    ...(random.next() < 0.3 && { 'capacity:charging': random.integer(1, 2) }),
    ...(random.next() < 0.6 && { 'capacity:disabled': random.integer(1, 2) }),
    ...(random.next() < 0.15 && { 'capacity:autonomous': random.integer(1, 2) }),
    opening_hours: isClosedAtNight ? DAY_HOURS : '24/7',
    'addr:full': `${random.integer(1, 999)} ${random.pick(STREETS)} Street, ${CITY.name}`,
    'addr:city': CITY.name,
    'addr:state': CITY.state,
    'addr:country': CITY.country,
  };
  const geometry = { type: 'Point', coordinates: [lng, lat] };
  const feature = { type: 'Feature', geometry, properties };
  const opensAtHour = isClosedAtNight ? OPENING_HOUR : 0;
  return { ref, operator, district, lat, lng, spaces, opensAtHour, feature };
}

function rateTags(random: Random, district: District, operator: DemoOperator): object {
  const factor = operator.priceFactor * (1 + 0.12 * random.normal());
  const text = (cents: number) =>
    (Math.max(1, Math.round((cents * factor) / CENTS_STEP)) * (CENTS_STEP / 100)).toFixed(2);
  const currency = CITY.currency.toUpperCase();
  if (district.hourlyRate === null)
    return { fee: 'yes', charge: `${text(district.dailyRate)} ${currency}/day` };
  return {
    fee: 'yes',
    charge: `${text(district.hourlyRate)} ${currency}/hour`,
    'charge:max': `${text(district.dailyRate)} ${currency}/day`,
  };
}

function pickOperator(random: Random): DemoOperator {
  let left = random.next();
  for (const operator of OPERATORS) {
    left -= operator.lotShare;
    if (left < 0) return operator;
  }
  return OPERATORS[0];
}

function newName(random: Random, district: District, names: Set<string>): string {
  const place = `${district.name} ${random.pick(STREETS)} ${random.pick(KINDS)}`;
  let name = place;
  for (let number = 2; names.has(name); number += 1) name = `${place} ${number}`;
  names.add(name);
  return name;
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
