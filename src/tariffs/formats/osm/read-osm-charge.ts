import { badFieldsIn } from '../../../kit/errors.ts';
import { type Price, readPrice, statedPriceText } from '../../../kit/osm/values/read-price.ts';
import { type Tags, tagText } from '../../../kit/osm/values/reading.ts';
import { checkTariff } from '../../input/check-tariff.ts';
import { PARTS_MAX } from '../../input/tariff-shape.ts';
import type { LotPlace } from '../../price/lot-clock.ts';
import type { Tariff } from '../../tariff.ts';
import { readChargeLayer } from './charge-layer.ts';
import { readFeeLayer } from './fee-layer.ts';
import { mergeLayers } from './merge-layers.ts';
import { badTag, CHARGE_CONDITIONS, FEE_CONDITIONS, orRefuse, timesKey } from './tag-problem.ts';

/** `currency` (lower-case ISO 4217) is that of all its prices. */
type TimedPrice = { tariff: Tariff; currency: string };
export type OsmCharge = Price | ({ kind: 'tariff' } & TimedPrice);

type Where = { currency: string | null; place: LotPlace };

/**
 * What parking costs according to OpenStreetMap's tags: as `readPrice`, and a tariff where `fee` or
 * `charge` depends on days of the week, public holidays and hours, and on nothing else. `currency`
 * is that of the country of the place. Whatever is not wholly understood is text.
 */
export function readOsmCharge(tags: Tags, { currency, place }: Where): OsmCharge {
  const price = readPrice(tags, { currency });
  if (price.kind !== 'text' || !isTimed(tags)) return price;
  try {
    return { kind: 'tariff', ...readTimed(tags, { currency, place }) };
  } catch (error) {
    return { kind: 'text', chargeText: statedPriceText(tags), problems: badFieldsIn(error) };
  }
}

/** The tags without those that only a tariff takes into account. */
export function withoutConditions({
  [FEE_CONDITIONS]: _fee,
  [CHARGE_CONDITIONS]: _charge,
  ...tags
}: Tags): Tags {
  return tags;
}

/** Whether conditions are stated, or times as `fee=Mo-Fr 08:00-18:00`. */
function isTimed(tags: Tags): boolean {
  const isStated = (key: string) => tagText(tags, key) !== undefined;
  return isStated(FEE_CONDITIONS) || isStated(CHARGE_CONDITIONS) || /\d-\d/.test(tags.fee ?? '');
}

/** Errors: BAD_REQUEST naming the tag that is not clear. */
function readTimed(tags: Tags, { currency: ofCountry, place }: Where): TimedPrice {
  if (tagText(tags, 'parking:fee') !== undefined)
    throw badTag(tags, 'parking:fee', 'may change the price');
  const fee = readFeeLayer(tags);
  const { layer, currency, maxDailyMinor } = readChargeLayer(tags, ofCountry);
  const key = timesKey(tags);
  const parts = orRefuse(tags, key, mergeLayers(fee, layer));
  if (parts.length > PARTS_MAX) throw badTag(tags, key, 'has more hours than a tariff can have');
  const maxima =
    maxDailyMinor === null ? null : [{ amount_minor: maxDailyMinor, per: '24h' as const }];
  const tariff: Tariff = { parts, maxima };
  try {
    checkTariff(tariff, place);
  } catch (error) {
    throw badTag(tags, key, `is no tariff: a part ${badFieldsIn(error)[0]?.reason}`);
  }
  return { tariff, currency };
}
