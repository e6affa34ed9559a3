import { readAll } from '../../../kit/read-all.ts';
import type { LotField } from '../../../parking/lots/fields/lot-field.ts';
import { LOT_FIELDS } from '../../../parking/lots/fields/lot-fields.ts';
import { UUID } from '../../../parking/lots/find-lot.ts';
import type { AccessDetails, LotDetails } from '../../../parking/lots/lot-details.ts';
import { REF_LENGTH_MAX, readText, SPACES_MAX } from '../../../parking/lots/osm/tags.ts';
import type { LotReading } from '../../../parking/lots/write/lot-reading.ts';
import type { LotRow } from '../../../parking/lots/write/lot-row.ts';
import { readNewLot } from '../../../parking/lots/write/new-lot.ts';
import { camelCase } from '../../../stores/row-names.ts';
import { isPlainField, unstatedIn } from '../../../tariffs/input/read-posted.ts';
import { tariffInFile } from '../../../tariffs/input/tariff-in-file.ts';
import { readPosition } from '../features/feature-position.ts';
import type { FileFeature } from '../features/file-feature.ts';
import { type FileSettings, statedForAll } from '../features/file-settings.ts';
import { flag, object, optional, osmId, readStated, textList, wholeFrom } from './own-checks.ts';
import { withPlace } from './place-of-row.ts';

type Properties = Readonly<Record<string, unknown>>;

const AREA_M2_MAX = 1_000_000_000;
const CHARGE_TEXT_LENGTH_MAX = 2_000;

/** Members that say which lot it is, and where. */
const IDENTITY = ['ref', 'id', 'lat', 'lng'];

/** The fields of a lot that a file of ours states. */
const FIELDS = Object.entries<LotField>(LOT_FIELDS).filter(
  ([name, { input, isInFiles }]) => (input !== undefined || isInFiles) && !IDENTITY.includes(name),
);

/** The members that are read; all others follow from them, or are of the moment. */
export const OWN_MEMBERS: readonly string[] = [...FIELDS.map(([name]) => name), ...IDENTITY];

/**
 * Reads a lot as this service writes it: of the dump, of the map feed, or of a list of lots. Of
 * what it does not say, a stored lot keeps what it has. The lot is known again by its id or, on
 * another server, by that id as its ref. Errors: BAD_REQUEST naming every member that is wrong.
 */
export function readOwnLot(
  feature: FileFeature,
  reading: LotReading,
  settings: FileSettings,
): LotRow {
  const properties = withOnePrice(feature.properties);
  const { position, more, details } = readAll({
    position: () => readPosition(withPlace(feature, { name: 'own' }), reading),
    more: () => readMore(properties),
    details: () => readDetailsOf(properties),
  });
  const { lat, lng } = position.sent;
  const totalSpaces = optional(properties, 'total_spaces', wholeFrom(1, SPACES_MAX)) ?? null;
  const lot = {
    ...readNewLot({ ...details, total_spaces: totalSpaces, lat, lng }, reading),
    ...more,
  };
  const decided = new Set([
    ...['latitude', 'longitude', 'cell', 'timezone'],
    ...FIELDS.flatMap(([name, { columns = [camelCase(name)] }]) =>
      properties[name] === undefined ? [] : columns,
    ),
  ]);
  const isDecided = ([column]: [string, unknown]) => decided.has(column);
  const columns = Object.entries(lot);
  const lotId = idOf(feature);
  return {
    ref: readText(properties, 'ref', REF_LENGTH_MAX) ?? lotId,
    osmId: more.osmId,
    lotId,
    notes: [...feature.notes, ...position.notes],
    unstatedOfRate: unstatedIn(properties),
    columns: { ...Object.fromEntries(columns.filter(isDecided)), ...statedForAll(settings) },
    columnsIfNew: Object.fromEntries(columns.filter((column) => !isDecided(column))),
  };
}

/** A tariff says all of a price; beside it, what a lot shows of a plain rate stands for it. */
function withOnePrice({ tariff = null, ...properties }: Properties): Properties {
  if (tariff === null) return properties;
  const others = Object.entries(properties).filter(([name]) => !isPlainField(name));
  return { ...Object.fromEntries(others), tariff };
}

function idOf({ id, properties }: FileFeature): string | null {
  const found = [id, properties.id].map(String).find((text) => UUID.test(text));
  return found?.toLowerCase() ?? null;
}

/** What the details of a lot have no member for. */
function readMore(properties: Properties) {
  return readAll({
    osmId: () => optional(properties, 'osm_id', osmId) ?? null,
    areaM2: () => optional(properties, 'area_m2', wholeFrom(0, AREA_M2_MAX)) ?? null,
    isCapacityEstimated: () => optional(properties, 'is_capacity_estimated', flag) ?? false,
    chargeText: () => readText(properties, 'charge_text', CHARGE_TEXT_LENGTH_MAX) ?? null,
  });
}

function readDetailsOf(properties: Properties): Omit<LotDetails, 'lat' | 'lng' | 'total_spaces'> {
  const unstated = properties.is_lot_type_stated === false ? ['lot_type'] : [];
  const readers = FIELDS.flatMap(([name, { input }]) =>
    input === undefined || [...unstated, 'total_spaces', 'access', 'tariff'].includes(name)
      ? []
      : [[name, () => readStated(properties, name, input)] as const],
  );
  const read = readAll<Record<string, unknown>>({
    ...Object.fromEntries(readers),
    access: () => readAccess(properties),
    tariff: () => (properties.tariff === undefined ? undefined : tariffInFile(properties.tariff)),
  });
  const stated = Object.entries(read).filter(([, value]) => value !== undefined);
  // What is checked above has the types of the details.
  return Object.fromEntries(stated) as Omit<LotDetails, 'lat' | 'lng' | 'total_spaces'>;
}

/** Feeds say only whether vehicles may stay; lists of an operator's own lots say all. */
function readAccess(properties: Properties): AccessDetails {
  const access = optional(properties, 'access', object) ?? { overnight: properties.overnight };
  const texts = ['gate_code', 'entry_lane', 'exit_procedure', 'notes'].map(
    (name) => [name, readText(access, name)] as const,
  );
  const overnight = optional(access, 'overnight', flag);
  const labels = optional(access, 'space_labels', textList);
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== undefined)),
    ...(overnight !== undefined && { overnight }),
    ...(labels !== undefined && { space_labels: labels }),
  };
}
