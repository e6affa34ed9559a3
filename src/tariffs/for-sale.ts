import { type AppError, conflict } from '../kit/errors.ts';
import type { Conditions } from './price/part-at.ts';
import { priceStay, type StayPrice, type StayWindow } from './price/price-stay.ts';
import type { Tariff } from './tariff.ts';

/** What a stay costs; undefined: the lot does not sell all of it. */
export function priceSold(
  { tariff, conditions }: { tariff: Tariff; conditions: Conditions },
  window: StayWindow,
): StayPrice | undefined {
  const price = priceStay(tariff, window, conditions);
  return isForSale(price) ? price : undefined;
}

/** Whether some part of the tariff prices each minute; others are not sold. */
export function isForSale(price: StayPrice): boolean {
  return unsoldFrom(price) === undefined;
}

/** CONFLICT not_for_sale, where the lot sells not all of a stay. */
export function refuseUnsold(price: StayPrice): void {
  const from = unsoldFrom(price);
  if (from !== undefined) throw notForSale(from);
}

function unsoldFrom({ lines }: StayPrice): Date | undefined {
  return lines.find(({ kind }) => kind === 'not_for_sale')?.from;
}

function notForSale(from: Date): AppError {
  return conflict('not_for_sale', 'the lot does not sell all of this time by its tariff', {
    from: from.toISOString(),
  });
}
