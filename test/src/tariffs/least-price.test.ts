import { addHours } from 'date-fns/addHours';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastPrice } from '../../../src/tariffs/least-price.ts';
import { lowestRate, offerRate } from '../../../src/tariffs/offer-rate.ts';
import { ANYWHERE, plainTariff } from '../../../src/tariffs/plain-rate.ts';
import { postedTariff } from '../../../src/tariffs/posted-tariff.ts';
import { priceStay } from '../../../src/tariffs/price/price-stay.ts';
import type { PriceRule, PriceRules } from '../../../src/tariffs/price-rules.ts';

const startedAt = new Date('2026-03-07T12:00:00Z');
const minor = fc.integer({ min: 0, max: 5_000 });
const percent = fc.integer({ min: 10, max: 1_000 });
const orNull = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });

const rates = fc.record({
  rateMinor: minor,
  rateUnit: fc.constantFrom('hour' as const, 'day' as const),
  billingStepMinutes: fc.constantFrom(1, 15, 60, 1_440),
  maxDailyMinor: orNull(minor),
});

test('no stay is cheaper than the least price of lower rates and day maxima', () => {
  fc.assert(
    fc.property(
      rates,
      fc.double({ min: 0.01, max: 5 * 1_440, noNaN: true }),
      fc.record({ rate: minor, dayMaximum: minor }),
      (rate, minutes, less) => {
        const endedAt = new Date(startedAt.getTime() + minutes * 60_000);
        const stay = priceStay(plainTariff(rate), { startedAt, endedAt }, ANYWHERE);
        const hour = { startedAt, endedAt: addHours(startedAt, 1) };
        const { subtotalMinor: hourMinor } = priceStay(plainTariff(rate), hour, ANYWHERE);
        const { rateUnit, maxDailyMinor: most } = rate;
        const maxDailyMinor = most === null ? null : most - Math.min(most, less.dayMaximum);
        const rateMinor = rate.rateMinor - Math.min(rate.rateMinor, less.rate);
        const least = leastPrice({ rateUnit, maxDailyMinor }, rateMinor, stay.minutes);
        expect(least).toBeLessThanOrEqual(stay.subtotalMinor);
        expect(leastPrice(rate, rate.rateMinor, 60)).toBeLessThanOrEqual(hourMinor);
      },
    ),
    { numRuns: 3_000 },
  );
});

const rules: fc.Arbitrary<PriceRule> = fc.oneof(
  fc.record({
    ...{ id: fc.constant('a'), kind: fc.constant('occupancy' as const) },
    bands: fc.array(
      fc.record({ from_pct: fc.integer({ min: 0, max: 100 }), multiplier_pct: percent }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  fc.record({
    ...{ id: fc.constant('b'), kind: fc.constant('surge' as const), max_multiplier_pct: percent },
  }),
  fc.record({
    ...{ id: fc.constant('c'), kind: fc.constant('event' as const), name: fc.constant('Fair') },
    starts_at: fc.constantFrom('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z'),
    ends_at: fc.constant('2026-05-01T00:00:00Z'),
    multiplier_pct: percent,
  }),
);

test('no conditions lead to a lower rate than the lowest', () => {
  const priceRules: fc.Arbitrary<PriceRules> = fc.record({
    floor_minor: orNull(minor),
    ceiling_minor: orNull(minor),
    rules: fc.array(rules, { maxLength: 4 }),
  });
  const conditions = fc.record({
    occupancyPct: orNull(fc.integer({ min: 0, max: 100 })),
    surgePct: orNull(fc.integer({ min: 100, max: 150 })),
  });
  fc.assert(
    fc.property(rates, priceRules, conditions, (rate, allRules, given) => {
      const tariff = postedTariff(plainTariff(rate));
      const posted = { tariff, rateId: null, conditions: ANYWHERE };
      const asked = { ...given, startsAt: startedAt, isOccupancyShown: true };
      const { rateMinor } = offerRate(posted, allRules, asked, 'cad');
      expect(lowestRate(rate.rateMinor, allRules, 'cad')).toBeLessThanOrEqual(rateMinor);
    }),
    { numRuns: 3_000 },
  );
});
