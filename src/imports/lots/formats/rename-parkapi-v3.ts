import { secondsInMinute } from 'date-fns/constants';
import { badField, type FieldProblem } from '../../../kit/errors.ts';
import { shownText } from '../../../kit/text/shown-text.ts';
import { UUID } from '../../../parking/lots/find-lot.ts';
import { HEIGHT_CM_MAX, readText } from '../../../parking/lots/osm/tags.ts';
import { ESTIMATE_WORDS } from '../../../parking/lots/own-words.ts';
import { parkingOf, yesOrNoOf } from '../tables/lot-values.ts';
import { type Renamed, unusedNotes } from './describe-renamed-lot.ts';
import { readRestrictions } from './parkapi-restrictions.ts';
import { readPriceWords } from './read-price-words.ts';
import { isOwnPage } from './rename-table.ts';

type Properties = Record<string, unknown>;

const PARKING_BY_TYPE = new Map([
  ['CAR_PARK', 'multi-storey'],
  ['OFF_STREET_PARKING_GROUND', 'surface'],
  ['ON_STREET', 'street_side'],
  ['UNDERGROUND', 'underground'],
]);
/** Of descriptions and prices. */
const TEXT_LENGTH_MAX = 2_000;
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
/** Kinds of places that are not for cars, where no `purpose` says so. */
const BICYCLE_TYPES = `WALL_LOOPS SAFE_WALL_LOOPS STANDS LOCKERS SHED TWO_TIER BUILDING FLOOR
  LOCKBOX`.split(/\s+/);
/** Properties that are read below, and what as. */
const ALSO_READ = {
  ...{ uid: 'ref', original_uid: 'ref', lat: 'lat', lon: 'lng', purpose: 'purpose', type: 'type' },
  ...{
    restricted_to: 'access',
    restrictions: 'access',
    max_stay: 'max_stay',
    max_width: 'max_width',
  },
  ...{ max_height: 'max_height', has_fee: 'fee', is_covered: 'covered', has_lighting: 'lit' },
  ...{ supervision_type: 'supervised', park_and_ride_type: 'park_ride', photo_url: 'image' },
  ...{ external_identifiers: 'osm_id', tags: 'data_license' },
} as const;

/** The properties that are read, and what as. */
export const PARKAPI_V3_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...TAG_BY_NAME, ...ALSO_READ }),
);

const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TAG_BY_NAME).map(([name, tag]) => [tag, name])),
  parking: 'type',
  maxheight: 'max_height',
  fee: 'has_fee',
  maxstay: 'max_stay',
  access: 'restricted_to',
};

/**
 * The names of ParkAPI's version 3 (`uid name type purpose address capacity max_height …`) in
 * OpenStreetMap's words. Errors: BAD_REQUEST naming what keeps it from being a lot for everybody.
 */
export function renameParkapiV3(properties: Properties): Renamed {
  checkKind(properties);
  const rules: FieldProblem[] = [];
  const type = readText(properties, 'type') ?? 'OTHER';
  const restricted = readRestrictions(properties, rules);
  const own = isOwn(properties);
  const stated = readText(properties, 'fee_description', TEXT_LENGTH_MAX) ?? '';
  const more = {
    ...restricted.tags,
    amenity: 'parking',
    parking: type === 'OTHER' ? undefined : (PARKING_BY_TYPE.get(type) ?? parkingOf('type', type)),
    maxheight: readHeight(properties, rules),
    fee: yesOrNo(properties.has_fee),
    covered: yesOrNo(properties.is_covered) === 'yes' ? 'yes' : undefined,
    lit: yesOrNo(properties.has_lighting),
    supervised: readSupervision(properties),
    park_ride: readParkRide(properties),
    image: readText(properties, 'photo_url'),
    maxstay: readMaxStay(properties, rules) ?? restricted.maxStay,
    ...(own ? readOwnWords(properties) : {}),
    ...readPriceWords(stated),
  };
  if (readText(properties, 'max_width') !== undefined)
    rules.push({ field: 'max_width', reason: `${properties.max_width} cannot be read` });
  const named = Object.entries(TAG_BY_NAME).map(
    ([name, tag]) => [tag, readText(properties, name, TEXT_LENGTH_MAX)] as const,
  );
  const tags = new Map<string, string>();
  for (const [key, value] of [...named, ...Object.entries(more)])
    if (value === null) tags.delete(key);
    else if (value) tags.set(key, value);
  return {
    tags: Object.fromEntries(tags),
    names: NAMES,
    rules,
    unused: unusedNotes(properties, PARKAPI_V3_NAMES),
  };
}

/** Whether this service wrote it: its lots have ids of that form. */
function isOwn({ original_uid: uid }: Properties): boolean {
  return typeof uid === 'string' && UUID.test(uid);
}

/** What this service says in words, because ParkAPI has no member for it. */
function readOwnWords({ original_uid, public_url, description, capacity }: Properties) {
  const page = isOwnPage(public_url, original_uid);
  const isEstimate = String(description).includes(ESTIMATE_WORDS);
  return {
    // Its own page of the lot is not the lot's.
    ...(page && { website: null }),
    ...(isEstimate && { capacity: `~${capacity}` }),
    // The licence and the attribution, which are stored as such.
    description: null,
  };
}

/** Seconds. */
function readMaxStay(properties: Properties, rules: FieldProblem[]): string | undefined {
  const text = readText(properties, 'max_stay');
  if (text === undefined) return undefined;
  const minutes = /^\d{1,9}$/.test(text) ? Number(text) / secondsInMinute : 0;
  if (Number.isInteger(minutes) && minutes > 0) return `${minutes} minutes`;
  rules.push({ field: 'max_stay', reason: `"${text}" is no number of seconds in whole minutes` });
  return undefined;
}

/** The same files also contain parking for bicycles, and parking for some drivers only. */
function checkKind({ purpose, type }: Properties): void {
  if (purpose !== undefined && purpose !== null && purpose !== 'CAR')
    throw badField('purpose', `is "${shownText(String(purpose))}", not CAR`);
  if (typeof type === 'string' && BICYCLE_TYPES.includes(type))
    throw badField('type', `is "${type}", which is not for cars`);
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
  return value == null || value === '' ? undefined : yesOrNoOf(String(value));
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
