import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offerRate } from '../../../src/tariffs/offer-rate.ts';
import { ANYWHERE, plainTariff } from '../../../src/tariffs/plain-rate.ts';
import { postedTariff } from '../../../src/tariffs/posted-tariff.ts';
import { toOfferedRate, toRateColumns } from '../../../src/tariffs/rate-columns.ts';
import { seedOfRun } from '../../stage/random.ts';

const seed = seedOfRun();
const NOW = { startsAt: new Date('2026-11-20T18:00:00Z'), occupancyPct: null, surgePct: null };

const hourly = fc.record({
  rateUnit: fc.constant('hour' as const),
  billingStepMinutes: fc.constantFrom(1, 15, 60, 1_440),
});
const daily = fc.constant({ rateUnit: 'day' as const, billingStepMinutes: 1 });
const rates = fc
  .record({
    rateMinor: fc.nat(99_999),
    maxDailyMinor: fc.option(fc.nat(99_999)),
  })
  .chain((price) => fc.oneof(hourly, daily).map((unit) => ({ ...price, ...unit })));

test(`whatever its part is called, a plain rate is read as it was offered, and has the older columns (seed ${seed})`, () => {
  fc.assert(
    fc.property(rates, fc.constantFrom('rate', 'all day'), (rate, name) => {
      const { parts, maxima } = plainTariff(rate);
      const tariff = postedTariff({ parts: parts.map((part) => ({ ...part, name })), maxima });
      const posted = { rateId: 'rate_1', conditions: ANYWHERE, tariff };
      const offered = offerRate(posted, null, { ...NOW, isOccupancyShown: true }, 'cad');
      const { rateSnapshot, ...columns } = toRateColumns(offered);
      expect(columns).toEqual(rate);
      expect(toOfferedRate(rateSnapshot)).toEqual(offered);
    }),
    { seed, numRuns: 1_000 },
  );
});
