import OpeningHours from 'opening_hours';
import { expect, test } from 'vitest';
import { readPriceText } from '../../../../../src/kit/osm/values/price-text.ts';
import { readOsmCharge } from '../../../../../src/tariffs/formats/osm/read-osm-charge.ts';
import { writeOsmCharge } from '../../../../../src/tariffs/formats/osm/write-osm-charge.ts';
import { checkTariff } from '../../../../../src/tariffs/input/check-tariff.ts';
import { priceStay } from '../../../../../src/tariffs/price/price-stay.ts';
import { createRandom, type Random, seedOfRun } from '../../../../stage/random.ts';

const CASES = 3_000;
/** Most contradict themselves. */
const READ_MIN = 80;
const PLACE = { timezone: 'UTC', country: 'DE', state: 'BE' };
const HOLIDAYS = { lat: 0, lon: 0, address: { country_code: 'de', state: 'Berlin' } };
const INSTANTS = 30;
/** With the third of October, a Saturday and a holiday, and Monday and Friday around Easter. */
const MINUTES = 300 * 1_440;

const DAYS = ['', '', 'Mo-Fr ', 'Sa ', 'Su ', 'Sa,Su ', 'Su,PH ', 'PH ', 'Mo-Sa ', 'Fr-Mo '];
const TIMES = ['', '08:00-18:00', '18:00-08:00', '00:00-24:00', '12:00-14:00', '20:00-02:00'];
const ODD = [
  'stay > 1 hour',
  'sunrise-sunset',
  'Su[1]',
  '8-18',
  '',
  'PH off',
  'Apr-Oct 10:00-12:00',
];
const PRICES = ['2 EUR/hour', '1 EUR/hour', '0.50 EUR/30 minutes', 'free', '5 EUR', '8 EUR/day'];

const FIRST = Date.parse('2026-04-01T00:00:00Z');

const seed = seedOfRun();

/** Tags of pieces as people write them, together as nobody would. */
function composedTags({ pick, integer }: Random): Record<string, string> {
  const some = <T>(make: () => T, max: number) => Array.from({ length: integer(1, max) }, make);
  const times = () => (integer(0, 30) === 0 ? pick(ODD) : `${pick(DAYS)}${pick(TIMES)}`.trim());
  const clause = (value: string) => `${value} @ (${some(times, 3).join('; ')})`;
  const tags = {
    fee: pick(['', 'yes', 'no', 'Mo-Fr 08:00-18:00']),
    charge: pick(['', ...PRICES.slice(0, 3)]),
    'charge:max': pick(['', '', '15 EUR/day', '15 EUR']),
    'fee:conditional': pick(['', some(() => clause(pick(['yes', 'no'])), 2).join('; ')]),
    'charge:conditional': pick(['', some(() => clause(pick(PRICES)), 2).join('; ')]),
  };
  return Object.fromEntries(
    Object.entries(tags).flatMap(([key, value]) => (value === '' ? [] : [[key, value]])),
  );
}

/** Each rule by itself, because a later one would end the night before. */
function isIn(hours: string, at: Date): boolean {
  const rules = hours.split('; ').filter((rule) => rule !== 'PH off');
  const isOff = hours.endsWith('PH off') && holds('PH', at);
  return !isOff && rules.some((rule) => holds(rule, at));
}

/** By the clocks of this process, which the library reads. */
const holds = (hours: string, at: Date) =>
  new OpeningHours(hours, HOLIDAYS).getState(
    new Date(
      at.getUTCFullYear(),
      at.getUTCMonth(),
      at.getUTCDate(),
      at.getUTCHours(),
      at.getUTCMinutes(),
    ),
  );

/** What the last clause says whose hours the library of opening hours finds to hold. */
function lastValue(text: string, at: Date): string | undefined {
  const clauses = [...text.matchAll(/([^;@]+?) @ \(([^)]*)\)/g)];
  return clauses.findLast(([, , hours = '']) => isIn(hours, at))?.[1]?.trim();
}

/** The price by the hour and its billing step; 0 where nothing is charged. */
function literalPrice(tags: Record<string, string>, at: Date): string {
  const { fee = 'yes', charge } = tags;
  const usual = /^(?:yes|no)$/.test(fee) ? fee : isIn(fee, at) ? 'yes' : 'no';
  if ((lastValue(tags['fee:conditional'] ?? '', at) ?? usual) === 'no') return '0';
  const read = readPriceText(lastValue(tags['charge:conditional'] ?? '', at) ?? charge ?? '', null);
  return read.kind === 'rate' ? `${read.rate.rateMinor} by ${read.rate.billingStepMinutes}` : '0';
}

test(`what is read costs what each clause says, and can be posted and written again (${seed})`, () => {
  const random = createRandom(seed);
  const count = { read: 0, notWritten: 0 };
  for (let i = 0; i < CASES; i += 1) {
    const tags = composedTags(random);
    const price = readOsmCharge(tags, { currency: null, place: PLACE });
    if (price.kind === 'text') expect(price.problems.length).toBeGreaterThan(0);
    if (price.kind !== 'tariff') continue;
    checkTariff(price.tariff, PLACE);
    count.read += 1;
    for (let n = 0; n < INSTANTS; n += 1) {
      const startedAt = new Date(FIRST + random.integer(0, MINUTES) * 60_000);
      const stay = { startedAt, endedAt: new Date(startedAt.getTime() + 60_000) };
      const [line] = priceStay(price.tariff, stay, { place: PLACE, vehicleKind: null }).lines;
      const cost = line?.unitPriceMinor
        ? `${line.unitPriceMinor} by ${line.billingStepMinutes}`
        : '0';
      expect(cost, JSON.stringify({ tags, startedAt })).toBe(literalPrice(tags, startedAt));
    }
    if (writeOsmCharge(price.tariff, price).leftOut.length > 0) count.notWritten += 1;
  }
  console.info('of composed tags', count);
  expect(count.read).toBeGreaterThan(READ_MIN);
  expect(count.notWritten).toBeLessThan(count.read / 20);
});
