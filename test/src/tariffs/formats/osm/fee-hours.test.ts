import { expect, test } from 'vitest';
import { isFree } from '../../../../../src/tariffs/formats/bands.ts';
import { writeOsmCharge } from '../../../../../src/tariffs/formats/osm/write-osm-charge.ts';
import { priceStay } from '../../../../../src/tariffs/price/price-stay.ts';
import type { Tariff } from '../../../../../src/tariffs/tariff.ts';
import { PRICE_LISTS, placeOf, tariffOf } from '../../published-lists.ts';
import { usualStays } from '../usual-stays.ts';
import { readBack } from './read-back.ts';

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const HOURS_IN_WEEK = 168;
const LISTS_MIN = 9;

test('hours of a fee without its amount are those in which a published price list charges', () => {
  let count = 0;
  for (const list of PRICE_LISTS) {
    const { currency } = list;
    const place = placeOf(list);
    const { free_minutes: _free, free_is_deducted: _deducted, ...tariff } = tariffOf(list);
    const { tags } = writeOsmCharge(tariffOf(list), { currency });
    // Others say no hours, or an amount, too.
    if (tags['fee:conditional'] === undefined || Object.keys(tags).length > 2) continue;
    count += 1;
    const read = readBack({ ...tags, charge: `1.00 ${currency.toUpperCase()}/hour` }, place);
    if (read === undefined) return expect.fail(`${list.name}: not read`);
    const lineAt = (one: Tariff, startedAt: Date) => {
      const window = { startedAt, endedAt: new Date(startedAt.getTime() + MINUTE_MS) };
      return priceStay(one, window, { place, vehicleKind: null }).lines[0];
    };
    const begins = new Set(usualStays(place).map(({ startedAt }) => startedAt.getTime()));
    for (const begin of begins)
      for (let hour = 0; hour < HOURS_IN_WEEK; hour += 1) {
        const at = new Date(begin + hour * HOUR_MS);
        const own = lineAt(tariff, at);
        const part = tariff.parts.find(({ name }) => name === own?.part);
        if (part === undefined) continue;
        const isCharged = (lineAt(read, at)?.unitPriceMinor ?? 0) > 0;
        expect(isCharged, `${list.name}, ${at.toISOString()}`).toBe(!isFree(part));
      }
  }
  expect(count).toBeGreaterThanOrEqual(LISTS_MIN);
});
