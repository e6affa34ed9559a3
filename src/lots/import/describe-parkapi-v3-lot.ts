import { badField } from '../../errors.ts';
import { readAll } from '../../read-all.ts';
import type { HoursCheck } from '../hours/hours-check.ts';
import type { LotType } from '../lot.ts';
import { COVERED_TYPES } from '../lot.ts';
import {
  HEIGHT_CM_MAX,
  readCapacity,
  readName,
  readOpeningHours,
  readSpecialSpaces,
  readText,
  readWebsite,
} from '../tags.ts';
import type { LotDescription } from './lot-description.ts';

type Properties = Record<string, unknown>;

const LOT_TYPES = new Map<string, LotType>([
  ['CAR_PARK', 'garage'],
  ['OFF_STREET_PARKING_GROUND', 'surface'],
  ['ON_STREET', 'street'],
  ['OTHER', 'surface'],
  ['UNDERGROUND', 'underground'],
]);
/** A smaller value cannot be a vehicle's height in centimetres: it was written in metres. */
const HEIGHT_CM_MIN = 100;

/**
 * Reads the names of ParkAPI's version 3 (`uid name type purpose address capacity max_height …`).
 * Of prices they only say whether there is one. Errors: BAD_REQUEST naming every property that is
 * wrong.
 */
export function describeParkapiV3Lot(
  properties: Properties,
  checkHours: HoursCheck,
): LotDescription {
  const total = Number(properties.capacity);
  const { lotType, ev, accessible, isFree, ...read } = readAll({
    purpose: () => checkKind(properties),
    name: () => readName(properties),
    address: () => readText(properties, 'address') ?? null,
    total: () => readCapacity(properties, 'capacity'),
    lotType: () => readLotType(properties),
    ev: () => readSpecialSpaces(properties, 'capacity_charging', total),
    accessible: () => readSpecialSpaces(properties, 'capacity_disabled', total),
    openingHours: () => readOpeningHours(properties, checkHours),
    maxHeightCm: () => readHeight(properties),
    website: () => readWebsite(properties, 'public_url'),
    isFree: () => properties.has_fee === false,
  });
  const isCovered = properties.is_covered === true || COVERED_TYPES.includes(lotType);
  return {
    name: read.name,
    address: read.address,
    city: null,
    state: null,
    country: null,
    rate: { rateMinor: isFree ? 0 : null, rateUnit: 'hour', currency: null, maxDailyMinor: null },
    total_spaces: read.total,
    lot_type: lotType,
    features: [
      ...(accessible.has ? ['accessible'] : []),
      ...(isCovered ? ['covered'] : []),
      ...(ev.has ? ['ev_charging'] : []),
    ],
    ev_spaces: ev.count,
    accessible_spaces: accessible.count,
    av_spaces: 0,
    opening_hours: read.openingHours,
    max_height_cm: read.maxHeightCm,
    website: read.website,
    is_listed: null,
  };
}

/** The same files also contain parking for bicycles, and parking for some drivers only. */
function checkKind({ purpose = 'CAR', restricted_to: restrictions = [] }: Properties): void {
  if (purpose !== 'CAR') throw badField('purpose', 'is not CAR');
  if (restrictions !== null && !(Array.isArray(restrictions) && restrictions.length === 0))
    throw badField('restricted_to', 'cannot be read: this lot is not for everybody');
}

function readLotType(properties: Properties): LotType {
  const lotType = LOT_TYPES.get(readText(properties, 'type') ?? 'OTHER');
  if (lotType === undefined)
    throw badField('type', `must be one of ${[...LOT_TYPES.keys()].join(', ')}`);
  return lotType;
}

function readHeight(properties: Properties): number | null {
  const text = readText(properties, 'max_height');
  if (text === undefined) return null;
  const height = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (height < HEIGHT_CM_MIN || height > HEIGHT_CM_MAX)
    throw badField('max_height', `must be ${HEIGHT_CM_MIN} to ${HEIGHT_CM_MAX} cm, not "${text}"`);
  return height;
}
