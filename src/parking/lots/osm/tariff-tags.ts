import type { LeftOut } from '../../../tariffs/formats/left-out.ts';
import { writeOsmCharge } from '../../../tariffs/formats/osm/write-osm-charge.ts';
import { plainColumns, type ShownRate } from '../../../tariffs/posted-tariff.ts';
import type { PostedTariff } from '../../../tariffs/tariff.ts';

type Priced = { tariff: PostedTariff | null; currency: string };

/**
 * A plain rate has no tags of its own (`tariffTags` null, and nothing in `tariffLeftOut`); of any
 * other tariff `rateMinor` is null.
 */
type WithTags = ShownRate & { tariffTags: Record<string, string> | null; tariffLeftOut: LeftOut[] };

/** What it adds to a row. */
export type PriceColumn = Exclude<keyof WithTags, 'tariffLeftOut'>;

/** A lot with what OpenStreetMap tags say of what it posts, and what they cannot say. */
export function withTariffTags<Lot extends Priced>(lot: Lot): Lot & WithTags {
  const { tariff } = lot;
  const rate = plainColumns(tariff);
  if (tariff === null || tariff.plain) return { ...lot, ...rate, ...NO_TAGS };
  const { tags, leftOut } = writeOsmCharge(tariff, lot);
  return { ...lot, ...rate, tariffTags: tags, tariffLeftOut: leftOut };
}

const NO_TAGS = { tariffTags: null, tariffLeftOut: [] };
