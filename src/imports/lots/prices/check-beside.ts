import { type Price, readPrice } from '../../../kit/osm/values/read-price.ts';
import { type Tags, tagText } from '../../../kit/osm/values/reading.ts';
import { isFree } from '../../../tariffs/formats/bands.ts';
import { type OsmCharge, readOsmCharge } from '../../../tariffs/formats/osm/read-osm-charge.ts';
import { badTag, MAX, timesKey } from '../../../tariffs/formats/osm/tag-problem.ts';
import { plainRateOf } from '../../../tariffs/plain-rate.ts';
import type { LotPlace } from '../../../tariffs/price/lot-clock.ts';
import type { Tariff } from '../../../tariffs/tariff.ts';

type Stated = { tariff: Tariff; currency: string };
type Where = { currency: string | null; place: LotPlace };

/**
 * Refuses a price list beside which tags do not say the same price. Errors: BAD_REQUEST naming the
 * tag.
 */
export function checkBeside(tags: Tags, stated: Stated, where: Where): void {
  const { [MAX]: max, ...others } = tags;
  const price = readOsmCharge(others, where);
  const isCharged = /^(?:yes|some)$/i.test(tagText(tags, 'fee') ?? '');
  if (isCharged && isAllFree(stated.tariff)) throw contradiction(tags, 'fee');
  if (!isSame(price, stated)) throw contradiction(tags, keyOf(tags, price));
  if (max === undefined) return;
  // A maximum alone is read only beside a price.
  const daily = readPrice({ fee: 'no', [MAX]: max }, where);
  const isSameMax =
    daily.kind === 'free' &&
    daily.currency === stated.currency &&
    daily.maxDailyMinor === dailyMaxOf(stated.tariff);
  if (!isSameMax) throw contradiction(tags, MAX);
}

function contradiction(tags: Tags, key: string): Error {
  return badTag(tags, key, 'stands beside a tariff and does not say the same');
}

function isSame(price: OsmCharge, { tariff, currency }: Stated): boolean {
  if (price.kind === 'unknown') return true;
  if (price.kind === 'free') return isAllFree(tariff);
  const plain = plainRateOf(tariff);
  if (price.kind !== 'rate' || plain === undefined) return false;
  return (
    price.currency === currency &&
    price.rateMinor === plain.rateMinor &&
    price.rateUnit === plain.rateUnit &&
    price.billingStepMinutes === plain.billingStepMinutes &&
    (price.maxDailyMinor === null || price.maxDailyMinor === plain.maxDailyMinor)
  );
}

const isAllFree = ({ parts }: Tariff) => parts.every(isFree);

function dailyMaxOf({ maxima }: Tariff): number | undefined {
  return maxima?.find(({ per }) => per === '24h')?.amount_minor;
}

function keyOf(tags: Tags, price: OsmCharge | Price): string {
  const [problem] = price.kind === 'text' ? price.problems : [];
  if (problem !== undefined) return problem.field;
  if (price.kind === 'tariff') return timesKey(tags);
  return price.kind === 'free' && tagText(tags, 'charge') === undefined ? 'fee' : 'charge';
}
