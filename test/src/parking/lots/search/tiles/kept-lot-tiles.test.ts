import { expect, test } from 'vitest';
import { collectGarbage } from '../../../../../../src/kit/collect-garbage.ts';
import type { KnownLot } from '../../../../../../src/parking/lots/search/match/known-lot.ts';
import { keepLotTiles } from '../../../../../../src/parking/lots/search/tiles/kept-lot-tiles.ts';

const CELL = 613_196_570_331_971_583n;
const LOTS = 5_000;
/** Each lot had three times as much more when it had copies of its texts. */
const BYTES_MORE_MAX = 150;

/** What only one lot has, as a database driver gives it: each text in memory of its own. */
const own = (text: string) => Buffer.from(text).toString();

function lotOf(n: number, takenSpaces: number): KnownLot {
  return {
    lot_id: own(`0192f0c4-0000-7000-8000-${String(n).padStart(12, '0')}`),
    livemode: true,
    latitude: 43.65,
    longitude: -79.38,
    max_height_cm: null,
    total_spaces: 50,
    taken_spaces: takenSpaces,
    reported_occupied: null,
    reported_at: null,
    holds: [],
    cell: CELL,
    operator_id: own('op_00000000000000000000000000000001'),
    state: own('ON'),
    country: own('CA'),
    timezone: own('America/Toronto'),
    currency: own('cad'),
    rate_minor: 300,
    rate_unit: own('hour') as KnownLot['rate_unit'],
    billing_step_minutes: 15,
    max_daily_minor: 1_500,
    rate_id: null,
    price_rules: null,
    scheduled_rates: [],
    features: ['covered', 'attended', 'cameras'].map(own) as KnownLot['features'],
    opening_hours: own('Mo-Fr 06:00-22:00; Sa,Su 08:00-20:00; PH off'),
    is_overnight_allowed: false,
    availability_shown: own('exact') as KnownLot['availability_shown'],
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
      const lot = { ...shared, lot_id: lotOf(n, 0).lot_id };
      return [lot.lot_id, lot] as const;
    }),
  );
  const kept = keepLotTiles(2 * LOTS);
  await kept.takeIn(new Map([[CELL, tile]]), new Set());
  const before = heapUsed();
  for (let n = 0; n < LOTS; n += 1) kept.add(CELL, lotOf(n, 1));
  expect((heapUsed() - before) / LOTS).toBeLessThan(BYTES_MORE_MAX);
  const [changed] = kept.find([CELL])?.[0]?.values() ?? [];
  expect(changed).toEqual(lotOf(0, 1));
});
