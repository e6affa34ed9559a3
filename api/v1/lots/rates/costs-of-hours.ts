import { addHours } from 'date-fns/addHours';
import { type Static, Type } from 'typebox';
import { fromMinor } from '../../../../src/kit/money.ts';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import type { Lot } from '../../../../src/parking/lots/lot-columns.ts';
import { isTooLong } from '../../../../src/parking/lots/max-stay.ts';
import { priceSold } from '../../../../src/tariffs/for-sale.ts';
import { offerLotRate } from '../../../../src/tariffs/offer-lot-rate.ts';
import { Amount } from '../../../fields/field-types.ts';

const CostOfHours = named('CostOfHours', { hours: Type.Integer(), amount: nullable(Amount) });

/** What stays of some lengths cost. */
export const CostsOfHours = (description: string) => Type.Array(CostOfHours, { description });

/** The lengths of the stays whose prices are shown. */
const HOURS_SHOWN = [1, 2, 4, 8, 24];

/** What stays on a lot cost that begin at an instant; null: such a stay cannot be had. */
export function costsOfHours(lot: Lot, from: Date): Static<typeof CostOfHours>[] {
  const offered = offerLotRate(lot, from);
  return HOURS_SHOWN.map((hours) => {
    const to = addHours(from, hours);
    if (offered === undefined || isTooLong(lot, { from, to })) return { hours, amount: null };
    const price = priceSold(offered, { startedAt: from, endedAt: to });
    return { hours, amount: price ? fromMinor(price.subtotalMinor, lot.currency) : null };
  });
}
