import { readAll } from '../../../kit/read-all.ts';
import { AVAILABILITY_SHOWN } from '../../../parking/lots/availability-shown.ts';
import { UUID } from '../../../parking/lots/find-lot.ts';
import { LOT_TYPES } from '../../../parking/lots/lot.ts';
import type { LotColumns } from '../../../parking/lots/lot-columns.ts';
import type { AccessDetails, LotDetails } from '../../../parking/lots/lot-details.ts';
import {
  HEIGHT_CM_MAX,
  REF_LENGTH_MAX,
  readText,
  SPACES_MAX,
} from '../../../parking/lots/osm/tags.ts';
import type { LotReading } from '../../../parking/lots/write/lot-reading.ts';
import type { LotRow } from '../../../parking/lots/write/lot-row.ts';
import { readNewLot } from '../../../parking/lots/write/new-lot.ts';
import { readPosition } from '../features/feature-position.ts';
import type { FileFeature } from '../features/file-feature.ts';
import { type FileSettings, saidOfAll } from '../features/file-settings.ts';
import {
  type Check,
  flag,
  numberFrom,
  object,
  oneOf,
  optional,
  osmId,
  percents,
  textList,
  wholeFrom,
} from './own-checks.ts';
import { withPlace } from './place-of-row.ts';

type Properties = Readonly<Record<string, unknown>>;

const AREA_M2_MAX = 1_000_000_000;
const CHARGE_TEXT_LENGTH_MAX = 2_000;
const BILLING_STEP_MINUTES_MAX = 1_440;

/** Which columns each member of a lot decides, as this service writes lots. */
const COLUMNS: Readonly<Record<string, readonly (keyof LotColumns | 'osm_id')[]>> = {
  ...alike(`name address city state country timezone is_capacity_estimated area_m2 currency
    charge_text lot_type features opening_hours max_height_cm status website osm_id data_license
    is_osm_export_allowed total_spaces is_listed availability_shown
    reports_inform_only occupancy_thresholds`),
  spaces: ['ev_spaces', 'accessible_spaces', 'av_spaces'],
  is_lot_type_stated: ['lot_type'],
  base_rate: ['rate_minor', 'currency'],
  rate_unit: ['rate_unit'],
  billing_step_minutes: ['billing_step_minutes'],
  max_daily_rate: ['max_daily_minor'],
  has_no_daily_max: ['has_no_daily_max'],
  overnight: ['is_overnight_allowed'],
  access: ['entry_instructions', 'is_overnight_allowed', 'space_labels'],
  hold_limits: ['hold_others_pct', 'hold_each_pct'],
};

/** The members that are read; all others follow from them, or are of the moment. */
export const OWN_MEMBERS: readonly string[] = [...Object.keys(COLUMNS), 'ref', 'id', 'lat', 'lng'];

function alike(names: string): Record<string, (keyof LotColumns)[]> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, [name as keyof LotColumns]]));
}

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
  const { properties } = feature;
  const { position, more, details } = readAll({
    position: () => readPosition(withPlace(feature, { name: 'own' }), reading),
    more: () => readMore(properties),
    details: () => readDetailsOf(properties),
  });
  const { lat, lng } = position.sent;
  const total_spaces = optional(properties, 'total_spaces', wholeFrom(1, SPACES_MAX)) ?? null;
  const lot = { ...readNewLot({ ...details, total_spaces, lat, lng }, reading), ...more };
  const decided = new Set([
    ...['latitude', 'longitude', 'cell', 'timezone'],
    ...Object.entries(COLUMNS).flatMap(([member, columns]) =>
      properties[member] === undefined ? [] : columns,
    ),
  ]);
  const isDecided = ([column]: [string, unknown]) => decided.has(column);
  const columns = Object.entries(lot);
  const lotId = idOf(feature);
  return {
    ref: readText(properties, 'ref', REF_LENGTH_MAX) ?? lotId,
    osm_id: more.osm_id,
    lot_id: lotId,
    notes: [...feature.notes, ...position.notes],
    columns: { ...Object.fromEntries(columns.filter(isDecided)), ...saidOfAll(settings) },
    columns_if_new: Object.fromEntries(columns.filter((column) => !isDecided(column))),
  };
}

function idOf({ id, properties }: FileFeature): string | null {
  const found = [id, properties.id].map(String).find((text) => UUID.test(text));
  return found?.toLowerCase() ?? null;
}

/** What the details of a lot have no member for. */
function readMore(properties: Properties) {
  return readAll({
    osm_id: () => optional(properties, 'osm_id', osmId) ?? null,
    area_m2: () => optional(properties, 'area_m2', wholeFrom(0, AREA_M2_MAX)) ?? null,
    is_capacity_estimated: () => optional(properties, 'is_capacity_estimated', flag) ?? false,
    charge_text: () => readText(properties, 'charge_text', CHARGE_TEXT_LENGTH_MAX) ?? null,
  });
}

function readDetailsOf(properties: Properties): Omit<LotDetails, 'lat' | 'lng' | 'total_spaces'> {
  const texts = `name timezone currency address city state country opening_hours website
    data_license`.split(/\s+/);
  const flags = ['has_no_daily_max', 'is_osm_export_allowed', 'is_listed', 'reports_inform_only'];
  const amounts = ['base_rate', 'max_daily_rate'];
  const member = <Value>(name: string, check: Check<Value>) =>
    [name, () => optional(properties, name, check)] as const;
  const read = readAll<Record<string, unknown>>({
    ...Object.fromEntries(texts.map((name) => [name, () => readText(properties, name)])),
    ...Object.fromEntries([
      ...flags.map((name) => member(name, flag)),
      ...amounts.map((name) => member(name, numberFrom(0))),
      ...(properties.is_lot_type_stated === false ? [] : [member('lot_type', oneOf(LOT_TYPES))]),
      member('features', textList),
      member('max_height_cm', wholeFrom(1, HEIGHT_CM_MAX)),
      member('status', oneOf(['active', 'closed'])),
      member('rate_unit', oneOf(['hour', 'day'])),
      member('billing_step_minutes', wholeFrom(1, BILLING_STEP_MINUTES_MAX)),
      member('availability_shown', oneOf(AVAILABILITY_SHOWN)),
      member('occupancy_thresholds', percents),
    ]),
    spaces: () => readWhole(properties, 'spaces', ['ev', 'accessible', 'av'], SPACES_MAX),
    hold_limits: () => readWhole(properties, 'hold_limits', ['others_pct', 'each_pct'], 100),
    access: () => readAccess(properties),
  });
  const said = Object.entries(read).filter(([, value]) => value !== undefined);
  // What is checked above has the types of the details.
  return Object.fromEntries(said) as Omit<LotDetails, 'lat' | 'lng' | 'total_spaces'>;
}

/** Whole numbers of an object. */
function readWhole(properties: Properties, name: string, keys: readonly string[], most: number) {
  const members = optional(properties, name, object);
  if (members === undefined) return undefined;
  const counts = keys.map((key) => [key, optional(members, key, wholeFrom(0, most))] as const);
  return Object.fromEntries(counts.filter(([, count]) => count !== undefined));
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
