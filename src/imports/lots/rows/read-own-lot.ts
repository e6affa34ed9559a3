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
import { camelCase } from '../../../stores/row-names.ts';
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
const COLUMNS: Readonly<Record<string, readonly (keyof LotColumns | 'osmId')[]>> = {
  ...alike(`name address city state country timezone is_capacity_estimated area_m2 currency
    charge_text lot_type features opening_hours max_height_cm status website osm_id data_license
    is_osm_export_allowed total_spaces is_listed availability_shown
    reports_inform_only occupancy_thresholds`),
  spaces: ['evSpaces', 'accessibleSpaces', 'avSpaces'],
  is_lot_type_stated: ['lotType'],
  base_rate: ['rateMinor', 'currency'],
  rate_unit: ['rateUnit'],
  billing_step_minutes: ['billingStepMinutes'],
  max_daily_rate: ['maxDailyMinor'],
  has_no_daily_max: ['hasNoDailyMax'],
  overnight: ['isOvernightAllowed'],
  access: ['entryInstructions', 'isOvernightAllowed', 'spaceLabels'],
  hold_limits: ['holdOthersPct', 'holdEachPct'],
};

/** The members that are read; all others follow from them, or are of the moment. */
export const OWN_MEMBERS: readonly string[] = [...Object.keys(COLUMNS), 'ref', 'id', 'lat', 'lng'];

function alike(names: string): Record<string, (keyof LotColumns)[]> {
  return Object.fromEntries(
    names.split(/\s+/).map((name) => [name, [camelCase(name) as keyof LotColumns]]),
  );
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
  const totalSpaces = optional(properties, 'total_spaces', wholeFrom(1, SPACES_MAX)) ?? null;
  const lot = {
    ...readNewLot({ ...details, total_spaces: totalSpaces, lat, lng }, reading),
    ...more,
  };
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
    osmId: more.osmId,
    lotId,
    notes: [...feature.notes, ...position.notes],
    columns: { ...Object.fromEntries(columns.filter(isDecided)), ...saidOfAll(settings) },
    columnsIfNew: Object.fromEntries(columns.filter((column) => !isDecided(column))),
  };
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
