import { expect, test } from 'vitest';
import type {
  KnownLot,
  LotTile,
} from '../../../../../../src/parking/lots/search/match/known-lot.ts';
import {
  listOrders,
  reorder,
} from '../../../../../../src/parking/lots/search/tiles/tile-orders.ts';
import { postedTariff } from '../../../../../../src/tariffs/posted-tariff.ts';

const NOON = { fromMs: Date.UTC(2026, 4, 20, 12), minutes: 60 };
const TARIFF = postedTariff({
  parts: [
    { name: 'day', when: { from_minute: 480, to_minute: 1_200 }, flat_minor: 300 },
    { name: 'night', flat_minor: 50 },
  ],
  maxima: [],
});
/** Of a lot what its order by price follows from. */
const LOT = {
  ...{ lotId: 'one', operatorId: 'op', totalSpaces: 9, scheduledRates: [] },
  ...{ tariff: TARIFF, priceRules: null, currency: 'cad' },
  ...{ timezone: 'Etc/UTC', country: null, state: null },
} as unknown as KnownLot;

test.each([
  ['the currency', { currency: 'usd' }, { currency: 'usd', least: 300 }],
  ['the clocks', { timezone: 'Pacific/Auckland' }, { currency: 'cad', least: 50 }],
  ['the tariff', { tariff: { ...TARIFF, free_minutes: 60 } }, { currency: 'cad', least: 0 }],
])('a lot with a tariff is ordered again when %s is another', async (_what, more, expected) => {
  const tile: LotTile = new Map([[LOT.lotId, LOT]]);
  const orders = async () =>
    (await listOrders([tile], 'price', NOON)).map(({ kind, numbers }) => ({
      currency: kind?.currency,
      least: numbers[0],
    }));
  expect(await orders()).toEqual([{ currency: 'cad', least: 300 }]);
  const changed = { ...LOT, ...more };
  reorder(tile, changed);
  tile.set(LOT.lotId, changed);
  expect(await orders()).toEqual([expected]);
});
