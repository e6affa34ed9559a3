import { badField } from '../../errors.ts';
import { readAll } from '../../read-all.ts';
import { isCountry } from '../country-currency.ts';
import type { HoursCheck } from '../hours/hours-check.ts';
import type { LotType } from '../lot.ts';
import { COVERED_TYPES } from '../lot.ts';
import { isMaxStay } from '../max-stay.ts';
import {
  readCapacity,
  readHeightCm,
  readName,
  readOpeningHours,
  readSpecialSpaces,
  readText,
  readWebsite,
} from '../tags.ts';
import { readPostedRate } from './charge-tag.ts';
import type { LotDescription } from './lot-description.ts';

type Tags = Record<string, unknown>;

/** Values of the OSM key `parking`; a lot without the key gets the most common type. */
const LOT_TYPE_BY_PARKING = new Map<string, LotType>([
  ['surface', 'surface'],
  ['multi-storey', 'garage'],
  ['underground', 'underground'],
  ['rooftop', 'rooftop'],
  ['street_side', 'street'],
  ['lane', 'street'],
  ['layby', 'street'],
  ['on_kerb', 'street'],
  ['half_on_kerb', 'street'],
  ['shoulder', 'street'],
  ['carport', 'carport'],
  ['carports', 'carport'],
  ['garage_boxes', 'carport'],
  ['sheds', 'carport'],
]);

const ACCESS_VALUES = ['yes', 'permissive', 'customers', 'permit', 'private', 'no'];

/**
 * Reads OpenStreetMap keys and two of our own: `charge:max` (the most that a day costs) and
 * `capacity:autonomous` (spaces for self-driving vehicles). Tags that restrict who may park and how
 * long become features (`access:customers`, `maxstay:2 hours`). Errors: BAD_REQUEST naming every
 * key that is wrong.
 */
export function describeOsmLot(tags: Tags, checkHours: HoursCheck): LotDescription {
  const total = Number(tags.capacity);
  const { ev, accessible, av, access, maxStay, ...read } = readAll({
    kind: () => checkKind(tags),
    name: () => readName(tags),
    total: () => readCapacity(tags, 'capacity'),
    lotType: () => readLotType(tags),
    ev: () => readSpecialSpaces(tags, 'capacity:charging', total),
    accessible: () => readSpecialSpaces(tags, 'capacity:disabled', total),
    av: () => readSpecialSpaces(tags, 'capacity:autonomous', total),
    access: () => readAccess(tags),
    openingHours: () => readOpeningHours(tags, checkHours),
    address: () => readAddress(tags),
    city: () => readText(tags, 'addr:city') ?? null,
    state: () => readText(tags, 'addr:state') ?? null,
    country: () => readCountry(tags),
    rate: () => readPostedRate(tags),
    maxStay: () => readMaxStay(tags),
    maxHeightCm: () => readHeightCm(tags, 'maxheight'),
    website: () => readWebsite(tags),
  });
  return {
    name: read.name,
    address: read.address,
    city: read.city,
    state: read.state,
    country: read.country,
    rate: read.rate,
    total_spaces: read.total,
    lot_type: read.lotType,
    features: [
      ...(access === 'customers' || access === 'permit' ? [`access:${access}`] : []),
      ...(accessible.has ? ['accessible'] : []),
      ...(av.has ? ['av'] : []),
      ...(tags.covered === 'yes' || COVERED_TYPES.includes(read.lotType) ? ['covered'] : []),
      ...(ev.has ? ['ev_charging'] : []),
      ...maxStay,
      ...(tags.park_ride === 'yes' ? ['park_and_ride'] : []),
      ...(tags.supervised === 'yes' ? ['supervised'] : []),
    ],
    ev_spaces: ev.count,
    accessible_spaces: accessible.count,
    av_spaces: av.count,
    opening_hours: read.openingHours,
    max_height_cm: read.maxHeightCm,
    website: read.website,
    is_listed: access === undefined ? null : access !== 'private' && access !== 'no',
  };
}

/** Extracts of a map often contain other places for vehicles, such as bicycle stands. */
function checkKind(tags: Tags): void {
  const amenity = readText(tags, 'amenity');
  if (amenity !== undefined && amenity !== 'parking')
    throw badField('amenity', `is "${amenity}", not parking`);
}

function readLotType(tags: Tags): LotType {
  const parking = readText(tags, 'parking') ?? 'surface';
  const lotType = LOT_TYPE_BY_PARKING.get(parking);
  if (lotType === undefined)
    throw badField('parking', `must be one of ${[...LOT_TYPE_BY_PARKING.keys()].join(', ')}`);
  return lotType;
}

function readAccess(tags: Tags): string | undefined {
  const access = readText(tags, 'access');
  if (access !== undefined && !ACCESS_VALUES.includes(access))
    throw badField('access', `must be one of ${ACCESS_VALUES.join(', ')}`);
  return access;
}

function readAddress(tags: Tags): string | null {
  const street = readText(tags, 'addr:street');
  const number = readText(tags, 'addr:housenumber');
  const streetAddress = street && number ? `${street} ${number}` : street;
  return (
    readText(tags, 'addr:full') ?? readText(tags, 'addr:street_address') ?? streetAddress ?? null
  );
}

function readCountry(tags: Tags): string | null {
  const country = readText(tags, 'addr:country')?.toUpperCase();
  if (country === undefined) return null;
  if (!isCountry(country)) throw badField('addr:country', 'must be ISO 3166-1 alpha-2');
  return country;
}

function readMaxStay(tags: Tags): string[] {
  const maxStay = readText(tags, 'maxstay');
  if (maxStay === undefined || maxStay === 'no' || maxStay === 'unlimited') return [];
  const tag = `maxstay:${maxStay}`;
  if (!isMaxStay(tag)) throw badField('maxstay', `"${maxStay}" is not like "2 hours" or "1 day"`);
  return [tag];
}
