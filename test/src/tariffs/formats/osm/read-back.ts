import { expect } from 'vitest';
import { readOsmCharge } from '../../../../../src/tariffs/formats/osm/read-osm-charge.ts';
import { plainTariff } from '../../../../../src/tariffs/plain-rate.ts';
import type { LotPlace } from '../../../../../src/tariffs/price/lot-clock.ts';
import type { Tariff } from '../../../../../src/tariffs/tariff.ts';

/** What comes back of what was written; undefined: no tariff. */
export function readBack(tags: Record<string, string>, place: LotPlace): Tariff | undefined {
  const price = readOsmCharge(tags, { currency: null, place });
  if (price.kind === 'tariff') return price.tariff;
  if (price.kind === 'rate') return plainTariff(price);
  if (price.kind !== 'free') return undefined;
  const { maxDailyMinor } = price;
  return plainTariff({ rateMinor: 0, rateUnit: 'hour', billingStepMinutes: 1, maxDailyMinor });
}

/** An amount beside something that is left out would read as another price. */
export function expectNoAmounts(tags: Record<string, string>): void {
  expect(Object.keys(tags).filter((key) => !key.startsWith('fee'))).toEqual([]);
}
