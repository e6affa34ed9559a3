import { badField, type FieldProblem } from '../../errors.ts';
import { HEIGHT_CM_MAX, readText } from '../tags.ts';
import { type Renamed, unusedNotes } from './describe-renamed-lot.ts';

type Properties = Record<string, unknown>;

const PARKING_BY_TYPE = new Map([
  ['CAR_PARK', 'multi-storey'],
  ['OFF_STREET_PARKING_GROUND', 'surface'],
  ['ON_STREET', 'street_side'],
  ['UNDERGROUND', 'underground'],
]);
/** A smaller value cannot be a vehicle's height in centimetres. */
const HEIGHT_CM_MIN = 100;

/** Properties that are read, each with the tag that says the same. */
const TAG_BY_NAME = {
  name: 'name',
  operator_name: 'operator',
  public_url: 'website',
  address: 'addr:full',
  description: 'description',
  opening_hours: 'opening_hours',
  fee_description: 'charge',
  capacity: 'capacity',
  capacity_disabled: 'capacity:disabled',
  capacity_charging: 'capacity:charging',
  capacity_woman: 'capacity:women',
  capacity_women: 'capacity:women',
  capacity_family: 'capacity:parent',
  capacity_carsharing: 'capacity:carsharing',
  capacity_truck: 'capacity:hgv',
  capacity_bus: 'capacity:bus',
} as const;
/** Read below, or true of every lot. */
const ALSO_USED = `uid purpose restricted_to type max_height has_fee is_covered has_lighting
  supervision_type park_and_ride_type lat lon photo_url max_stay max_width`.split(/\s+/);

const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TAG_BY_NAME).map(([name, tag]) => [tag, name])),
  parking: 'type',
  maxheight: 'max_height',
  fee: 'has_fee',
};

/**
 * The names of ParkAPI's version 3 (`uid name type purpose address capacity max_height …`) in
 * OpenStreetMap's words. Errors: BAD_REQUEST naming what keeps it from being a lot for everybody.
 */
export function renameParkapiV3(properties: Properties): Renamed {
  checkKind(properties);
  const rules: FieldProblem[] = [];
  const type = readText(properties, 'type') ?? 'OTHER';
  const more = {
    amenity: 'parking',
    parking: type === 'OTHER' ? undefined : (PARKING_BY_TYPE.get(type) ?? type),
    maxheight: readHeight(properties, rules),
    fee: yesOrNo(properties.has_fee),
    covered: properties.is_covered === true ? 'yes' : undefined,
    lit: yesOrNo(properties.has_lighting),
    supervised: readSupervision(properties),
    park_ride: readParkRide(properties),
    image: readText(properties, 'photo_url'),
  };
  for (const field of ['max_stay', 'max_width'])
    if (readText(properties, field) !== undefined)
      rules.push({ field, reason: `${readText(properties, field)} cannot be read` });
  const named = Object.entries(TAG_BY_NAME).map(
    ([name, tag]) => [tag, readText(properties, name)] as const,
  );
  const said = [...named, ...Object.entries(more)];
  return {
    tags: Object.fromEntries(said.flatMap(([key, value]) => (value ? [[key, value]] : []))),
    names: NAMES,
    rules,
    unused: unusedNotes(properties, [...Object.keys(TAG_BY_NAME), ...ALSO_USED]),
  };
}

/** The same files also contain parking for bicycles, and parking for some drivers only. */
function checkKind({ purpose = 'CAR', restricted_to: restrictions = [] }: Properties): void {
  if (purpose !== 'CAR') throw badField('purpose', 'is not CAR');
  if (restrictions !== null && !(Array.isArray(restrictions) && restrictions.length === 0))
    throw badField('restricted_to', 'cannot be read: this lot is not for everybody');
}

function readHeight(properties: Properties, rules: FieldProblem[]): string | undefined {
  const text = readText(properties, 'max_height');
  if (text === undefined) return undefined;
  const height = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (height >= HEIGHT_CM_MIN && height <= HEIGHT_CM_MAX) return `${height} cm`;
  const reason = `"${text}" is not ${HEIGHT_CM_MIN} to ${HEIGHT_CM_MAX} cm`;
  rules.push({ field: 'max_height', reason });
  return undefined;
}

function yesOrNo(value: unknown): string | undefined {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined;
}

function readSupervision({ supervision_type: type }: Properties): string | undefined {
  if (type === 'NO') return 'no';
  return typeof type === 'string' && /^(YES|ATTENDED|VIDEO)$/.test(type) ? 'yes' : undefined;
}

/** A list such as `["TRAIN", "BUS"]`. */
function readParkRide({ park_and_ride_type: types }: Properties): string | undefined {
  if (!Array.isArray(types) || types.length === 0) return undefined;
  return types.map((type) => String(type).toLowerCase()).join(';');
}
