import type { LeftOut } from '../../../tariffs/formats/left-out.ts';
import { writeOsmCharge } from '../../../tariffs/formats/osm/write-osm-charge.ts';
import type { Tariff } from '../../../tariffs/tariff.ts';

type Priced = { tariff: Tariff | null; currency: string };

/** `tariffTags` null, and nothing in `tariffLeftOut`: the lot has no tariff. */
type WithTariffTags = { tariffTags: Record<string, string> | null; tariffLeftOut: LeftOut[] };

/** A lot with what OpenStreetMap tags say of its tariff, and what they cannot say. */
export function withTariffTags<Lot extends Priced>(lot: Lot): Lot & WithTariffTags {
  if (lot.tariff === null) return { ...lot, tariffTags: null, tariffLeftOut: [] };
  const { tags, leftOut } = writeOsmCharge(lot.tariff, lot);
  return { ...lot, tariffTags: tags, tariffLeftOut: leftOut };
}
