import type { FieldProblem } from '../../../kit/errors.ts';
import { tagsToKeep } from '../../../kit/osm/export/tags-of.ts';
import { readLicense } from '../../../parking/lots/fields/data-license.ts';
import { withTariffTags } from '../../../parking/lots/osm/tariff-tags.ts';
import type { LotReading } from '../../../parking/lots/write/lot-reading.ts';
import type { LotRow } from '../../../parking/lots/write/lot-row.ts';
import { placeRef } from '../../../parking/lots/write/place-ref.ts';
import { DEFAULTS, placeColumns } from '../../../parking/lots/write/read-details.ts';
import { slugOf } from '../../../parking/lots/write/slug.ts';
import type { LotRefusal } from '../../../parking/lots/write/write-lots.ts';
import type { FileFeature } from '../features/file-feature.ts';
import { type FileSettings, statedForAll } from '../features/file-settings.ts';
import type { Dialect, TagDialect } from '../formats/dialect.ts';
import { capacityColumns, columnsOf } from './described-columns.ts';
import { ownIdOf } from './identify-lot.ts';
import { readFeature } from './read-feature.ts';

/** The problem of a feature that asks for a change that cannot be made. */
export const FEATURE_REFUSALS: Readonly<Record<LotRefusal, FieldProblem>> = {
  spaces_in_use: {
    field: 'capacity',
    reason: 'is less than the number of spaces in use now',
  },
  currency_in_use: {
    field: 'charge',
    reason: 'is in another currency than the posted and scheduled rates',
  },
};

/** The licence of OpenStreetMap's data. */
const OSM_LICENSE = 'ODbL-1.0';

const LICENSE_TAG = 'license:';

/**
 * Reads one feature as a row. A lot without a posted rate gets its country's currency. What could
 * not be read is kept as text and noted. Errors: BAD_REQUEST naming every property that is wrong,
 * and `geometry`.
 */
export function readLotRow(
  feature: FileFeature,
  dialect: TagDialect,
  reading: LotReading,
  settings: FileSettings,
): LotRow {
  const { lot, position, posting, country, rate, name, ref } = readFeature(feature, dialect, {
    ...reading,
    now: settings.now,
  });
  const { posted, chargeText, notes } = posting;
  const { osmId } = feature;
  const license = licenseOfSite(feature, dialect);
  const { isListed } = lot;
  const capacity = capacityColumns(lot, position.areaM2);
  const described = { ...columnsOf(lot), name, ref, country, osmId };
  const shown = { ...described, ...capacity.now, ...rate, isListed: isListed ?? true };
  const tagged = withTariffTags({
    ...{ ...shown, osmTags: {} },
    operatorName: settings.operatorName,
  });
  return {
    ref,
    ...(dialect.name === 'parkapi_v3'
      ? { spareRef: placeRef(name, position.sent), near: position.sent }
      : { spareRef: osmId }),
    osmId,
    lotId: ownIdOf(feature),
    notes: [...feature.notes, ...position.notes, ...lot.notes, ...notes],
    columns: {
      ...described,
      ...placeColumns(position.point, position.place),
      ...capacity.always,
      areaM2: position.areaM2,
      osmTags: tagsToKeep(tagged, lot.tags),
      chargeText,
      ...(posted === undefined ? {} : rate),
      ...(isListed === null ? {} : { isListed }),
      ...statedForAll(settings),
    },
    columnsIfNew: {
      ...DEFAULTS,
      slug: slugOf(name),
      dataLicense: license ?? (osmId === null ? null : OSM_LICENSE),
      ...capacity.now,
      ...rate,
    },
  };
}

/** The licence of a site of ParkAPI 3, as this service writes it; null: not stated. */
function licenseOfSite({ properties: { tags } }: FileFeature, { name }: Dialect): string | null {
  const stated = name === 'parkapi_v3' && Array.isArray(tags) ? tags.map(String) : [];
  const tag = stated.find((one) => one.startsWith(LICENSE_TAG));
  return tag === undefined ? null : readLicense(tag.slice(LICENSE_TAG.length));
}
