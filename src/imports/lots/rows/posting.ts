import type { FieldProblem } from '../../../kit/errors.ts';
import { statedPriceText } from '../../../kit/osm/values/read-price.ts';
import type { OsmCharge } from '../../../tariffs/formats/osm/read-osm-charge.ts';
import { plainTariff } from '../../../tariffs/plain-rate.ts';
import type { Tariff } from '../../../tariffs/tariff.ts';
import type { LotDescription } from '../features/lot-description.ts';

/** What is posted. */
type Posted = {
  tariff: Tariff;
  /** null: the price is 0, of whichever currency. */
  currency: string | null;
};

/** The longest price that is kept as text. */
const CHARGE_TEXT_LENGTH_MAX = 2_000;

/**
 * What is posted of a price, or shown as text in its place. A price is posted only where everything
 * about who may park, when and for how long was understood too.
 */
export function readPosting(lot: LotDescription): {
  posted: Posted | undefined;
  chargeText: string | null;
  notes: FieldProblem[];
} {
  const { price } = lot;
  if (price.kind === 'unknown') return { posted: undefined, chargeText: null, notes: [] };
  if (price.kind === 'text') return asText(price.chargeText, []);
  if (lot.hasUnreadRules) {
    const text = statedPriceText(lot.tags);
    const reason = `"${text}" is not posted, because of what was not understood`;
    return asText(text, [{ field: 'charge', reason }]);
  }
  return { posted: postedOf(price), chargeText: null, notes: [] };
}

function postedOf(price: Exclude<OsmCharge, { kind: 'unknown' | 'text' }>): Posted {
  const { currency } = price;
  if (price.kind === 'tariff') return { currency, tariff: price.tariff };
  const rate = price.kind === 'free' ? { ...FREE, ...price } : price;
  return { currency, tariff: plainTariff(rate) };
}

const FREE = { rateMinor: 0, rateUnit: 'hour' as const, billingStepMinutes: 1 };

function asText(text: string, notes: FieldProblem[]) {
  const oneLine = text.replaceAll(/\p{Control}+/gu, ' ').trim();
  const chargeText = oneLine.slice(0, CHARGE_TEXT_LENGTH_MAX).toWellFormed();
  return { posted: undefined, chargeText, notes };
}
