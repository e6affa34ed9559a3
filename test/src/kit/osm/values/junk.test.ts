import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAccess } from '../../../../../src/kit/osm/values/access.ts';
import { readHeight } from '../../../../../src/kit/osm/values/height.ts';
import { readMaxStay } from '../../../../../src/kit/osm/values/max-stay.ts';
import {
  readCovered,
  readParkingType,
  readParkRide,
  readSupervised,
  readWebsite,
} from '../../../../../src/kit/osm/values/plain-tags.ts';
import { readPrice } from '../../../../../src/kit/osm/values/read-price.ts';
import type { Tags } from '../../../../../src/kit/osm/values/reading.ts';
import { readCapacity, readSpecialSpaces } from '../../../../../src/kit/osm/values/spaces.ts';
import { unreadRules } from '../../../../../src/kit/osm/values/unread-rules.ts';

const KEYS = `fee parking:fee charge charge:max charge:conditional fee:conditional fee:amount
  maxstay maxheight maxheight:physical capacity capacity:disabled access vehicle motor_vehicle
  motorcar parking park_ride covered supervised wheelchair website url parking:condition
  __proto__`;
/** Pieces of real values, so that texts come close to being understood. */
const PIECES = `2 2.50 1,200 EUR € $ / hour h 30 minutes day max up to ; , @ ( ) Mo-Fr
  08:00-18:00 free no yes ~ - + ' " ft m cm PT2H started per 0 ９ customers private`;
const piece = fc.constantFrom(...PIECES.split(/\s+/));
const value = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(piece, fc.constant(' ')), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(' ')),
);
const tagSets: fc.Arbitrary<Tags> = fc.dictionary(
  fc.oneof(fc.constantFrom(...KEYS.split(/\s+/)), fc.string()),
  value,
);
const currencies = fc.constantFrom(null, 'eur', 'usd', 'jpy', 'kwd');

const READERS = [
  readMaxStay,
  readHeight,
  readCapacity,
  (tags: Tags) => readSpecialSpaces(tags, 'capacity:disabled', 50),
  readAccess,
  readParkingType,
  readParkRide,
  readCovered,
  readSupervised,
  readWebsite,
];

test('no reader throws, whatever the tags', () => {
  fc.assert(
    fc.property(tagSets, currencies, (tags, currency) => {
      for (const read of READERS) expect(read(tags).kind).toMatch(/^(?:read|unknown|text)$/);
      expect(Array.isArray(unreadRules(tags))).toBe(true);
      const price = readPrice(tags, { currency });
      if (price.kind === 'text') expect(price.problems.length).toBeGreaterThan(0);
    }),
    { numRuns: 3_000 },
  );
});

test('every rate can be billed: whole minor units, and steps that divide a day', () => {
  fc.assert(
    fc.property(value, currencies, (charge, currency) => {
      const price = readPrice({ charge }, { currency });
      if (price.kind !== 'rate') return;
      expect(Number.isSafeInteger(price.rateMinor) && price.rateMinor > 0).toBe(true);
      expect(1440 % price.billingStepMinutes).toBe(0);
    }),
    { numRuns: 5_000 },
  );
});

/** An amount and perhaps a number of minutes; twice as many with a maximum. */
test('more numbers than one price has never become one', () => {
  fc.assert(
    fc.property(value, currencies, (charge, currency) => {
      const price = readPrice({ charge }, { currency });
      const numbers = charge.match(/[\d０-９]+(?:[.,][\d０-９]+)?/g) ?? [];
      if (price.kind === 'rate')
        expect(numbers.length).toBeLessThanOrEqual(price.maxDailyMinor === null ? 2 : 4);
    }),
    { numRuns: 5_000 },
  );
});

const amounts = fc.integer({ min: 1, max: 99 }).map(String);
const joints = fc.constantFrom('; ', ', ', ' or ', ' - ', ' / ', ' ', ' then ', ' + ', '|', '\n');

test('two prices never become one', () => {
  fc.assert(
    fc.property(amounts, amounts, joints, (first, second, joint) => {
      const charge = `${first} EUR/hour${joint}${second} EUR/day`;
      expect(readPrice({ charge }, { currency: 'eur' }).kind).toBe('text');
    }),
  );
});

test('whatever stands beside a price that is understood, it is not ignored', () => {
  fc.assert(
    fc.property(fc.oneof(value, piece), fc.boolean(), (junk, isBefore) => {
      fc.pre(junk.trim() !== '');
      const charge = isBefore ? `${junk} 2.50 USD/hour` : `2.50 USD/hour ${junk}`;
      const price = readPrice({ charge }, { currency: 'usd' });
      // `max 20 USD/day` is understood, and then it is in the result.
      if (price.kind === 'rate') expect(price.maxDailyMinor).not.toBeNull();
    }),
    { numRuns: 5_000 },
  );
});

test('a price with a condition is never posted, and neither is one that fee denies', () => {
  fc.assert(
    fc.property(value, fc.constantFrom('charge:conditional', 'fee:conditional'), (text, key) => {
      fc.pre(text.trim() !== '');
      const tags = { fee: 'no', charge: '2 EUR/hour' };
      expect(readPrice({ charge: '2 EUR/hour', [key]: text }, { currency: 'eur' }).kind).toBe(
        'text',
      );
      expect(readPrice({ fee: 'no', [key]: text }, { currency: 'eur' }).kind).toBe('text');
      expect(readPrice(tags, { currency: 'eur' }).kind).toBe('text');
    }),
  );
});

test('a value of ten thousand characters is looked at in no time', () => {
  const long = '2 EUR/hour max '.repeat(700);
  expect(readPrice({ charge: long }, { currency: 'eur' }).kind).toBe('text');
  for (const key of ['maxstay', 'maxheight', 'capacity', 'access', 'park_ride', 'website'])
    for (const read of READERS) expect(read({ [key]: long }).kind).not.toBe('read');
});
