import type { FieldProblem } from '../../../kit/errors.ts';
import { statedPriceText } from '../../../kit/osm/values/read-price.ts';
import { postedTariff } from '../../../tariffs/first-hour.ts';
import type { OsmCharge } from '../../../tariffs/formats/osm/read-osm-charge.ts';
import type { PostedTariff } from '../../../tariffs/tariff.ts';
import type { LotDescription } from '../features/lot-description.ts';

/** The columns of a posted rate or tariff. */
type Posted = {
  /** null: a tariff is posted. */
  rateMinor: number | null;
  rateUnit: 'hour' | 'day';
  billingStepMinutes: number;
  maxDailyMinor: number | null;
  /** No format of files can say that there is none. */
  hasNoDailyMax: false;
  /** null: a plain rate is posted. */
  tariff: PostedTariff | null;
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
  const others = { currency, hasNoDailyMax: false as const, tariff: null };
  const hourly = { rateUnit: 'hour' as const, billingStepMinutes: 1 };
  if (price.kind === 'tariff') {
    const tariff = postedTariff(price.tariff, null);
    return { ...others, ...hourly, rateMinor: null, maxDailyMinor: null, tariff };
  }
  const { maxDailyMinor } = price;
  if (price.kind === 'free') return { ...others, ...hourly, rateMinor: 0, maxDailyMinor };
  const { rateMinor, rateUnit, billingStepMinutes } = price;
  return { ...others, rateMinor, rateUnit, billingStepMinutes, maxDailyMinor };
}

function asText(text: string, notes: FieldProblem[]) {
  const oneLine = text.replaceAll(/\p{Control}+/gu, ' ').trim();
  const chargeText = oneLine.slice(0, CHARGE_TEXT_LENGTH_MAX).toWellFormed();
  return { posted: undefined, chargeText, notes };
}
