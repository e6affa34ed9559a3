import { badField } from '../../errors.ts';
import { readAll } from '../../read-all.ts';
import type { LotType } from '../lot.ts';
import { COVERED_TYPES } from '../lot.ts';
import { readCapacity, readName, readText } from '../tags.ts';
import type { LotDescription } from './lot-description.ts';

const LOT_TYPE_BY_GERMAN = new Map<string, LotType>([
  ['Parkplatz', 'surface'],
  ['Parkfläche', 'surface'],
  ['Parkplatz/Tiefgarage', 'surface'],
  ['Parkhaus', 'garage'],
  ['Tiefgarage', 'underground'],
]);

/** Lots without a type often have it in their name, in German or Danish. */
const GARAGE_NAME = /parkhaus|\bP-hus|parkeringshus/i;
const UNDERGROUND_NAME = /tiefgarage|\bTG\b|p-kælder|parkeringskælder/i;

/**
 * Reads ParkAPI's names (`name total type address`). They include no prices, so no rate is posted.
 * Errors: BAD_REQUEST naming every property that is wrong.
 */
export function describeParkapiLot(
  properties: Record<string, unknown>,
  city: string | null,
): LotDescription {
  const { name, lotType, address, total } = readAll({
    name: () => readName(properties),
    total: () => readCapacity(properties, 'total'),
    lotType: () => readLotType(properties),
    address: () => readText(properties, 'address') ?? null,
  });
  return {
    name,
    address,
    city,
    state: null,
    country: null,
    rate: { rateMinor: null, rateUnit: 'hour', currency: null, maxDailyMinor: null },
    total_spaces: total,
    lot_type: lotType,
    features: COVERED_TYPES.includes(lotType) ? ['covered'] : [],
    ev_spaces: 0,
    accessible_spaces: 0,
    av_spaces: 0,
    opening_hours: null,
    max_height_cm: null,
    website: null,
    is_listed: null,
  };
}

function readLotType(properties: Record<string, unknown>): LotType {
  const type = readText(properties, 'type');
  if (type === undefined) {
    const name = String(properties.name);
    if (UNDERGROUND_NAME.test(name)) return 'underground';
    return GARAGE_NAME.test(name) ? 'garage' : 'surface';
  }
  const lotType = LOT_TYPE_BY_GERMAN.get(type);
  if (lotType === undefined)
    throw badField('type', `must be one of ${[...LOT_TYPE_BY_GERMAN.keys()].join(', ')}`);
  return lotType;
}
