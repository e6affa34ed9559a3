import { expect, test } from 'vitest';
import { collectGarbage } from '../../../../../../src/kit/collect-garbage.ts';
import type { KnownLot } from '../../../../../../src/parking/lots/search/match/known-lot.ts';
import { lotTileCache } from '../../../../../../src/parking/lots/search/tiles/lot-tile-cache.ts';
import { plainTariff } from '../../../../../../src/tariffs/plain-rate.ts';
import { postedTariff } from '../../../../../../src/tariffs/posted-tariff.ts';

const CELL = 613_196_570_331_971_583n;
const LOTS = 5_000;
/** Each lot had three times as much more when it had copies of its texts. */
const BYTES_MORE_MAX = 150;

/** What only one lot has, as a database driver gives it: each text in memory of its own. */
const own = (text: string) => Buffer.from(text).toString();

function lotOf(n: number, takenSpaces: number): KnownLot {
  return {
    lotId: own(`0192f0c4-0000-7000-8000-${String(n).padStart(12, '0')}`),
    livemode: true,
    latitude: 43.65,
    longitude: -79.38,
    maxHeightCm: null,
    totalSpaces: 50,
    takenSpaces,
    reportedOccupied: null,
    reportedAt: null,
    holds: [],
    cell: CELL,
    operatorId: own('op_00000000000000000000000000000001'),
    state: own('ON'),
    country: own('CA'),
    timezone: own('America/Toronto'),
    currency: own('cad'),
    tariff: postedTariff(
      plainTariff({
        ...{ rateMinor: 300, rateUnit: 'hour', billingStepMinutes: 15, maxDailyMinor: 1_500 },
      }),
    ),
    rateId: null,
    priceRules: null,
    scheduledRates: [],
    features: ['covered', 'attended', 'cameras'].map(own) as KnownLot['features'],
    openingHours: own('Mo-Fr 06:00-22:00; Sa,Su 08:00-20:00; PH off'),
    isOvernightAllowed: false,
    availabilityShown: own('exact') as KnownLot['availabilityShown'],
  };
}

test('a lot that is read again takes no more memory than before', async () => {
  const heapUsed = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const shared = lotOf(0, 0);
  const tile = new Map(
    Array.from({ length: LOTS }, (_, n) => {
      const lot = { ...shared, lotId: lotOf(n, 0).lotId };
      return [lot.lotId, lot] as const;
    }),
  );
  const kept = lotTileCache(2 * LOTS);
  await kept.addTiles(new Map([[CELL, tile]]), new Set());
  const before = heapUsed();
  for (let n = 0; n < LOTS; n += 1) kept.add(CELL, lotOf(n, 1));
  expect((heapUsed() - before) / LOTS).toBeLessThan(BYTES_MORE_MAX);
  const [changed] = kept.find([CELL])?.[0]?.values() ?? [];
  expect(changed).toEqual(lotOf(0, 1));
});
