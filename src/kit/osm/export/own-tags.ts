import { addressOf } from '../address-of.ts';
import { accessOf, readAccess } from '../values/access.ts';
import { chargeOf } from '../values/charge-of.ts';
import { heightTag, readHeight } from '../values/height.ts';
import { maxStayFeatures, readMaxStay } from '../values/max-stay.ts';
import {
  type ParkingType,
  readCovered,
  readParkingType,
  readParkRide,
  readSupervised,
  readWebsite,
} from '../values/plain-tags.ts';
import { type Reading, type Tags, tagText } from '../values/reading.ts';
import { readCapacity, readSpecialSpaces } from '../values/spaces.ts';
import type { TaggedLot } from './exported-lot.ts';
import { ownName, ownRef } from './own-names.ts';

/** A tag that a column of the lot stands for. */
type OwnTag = {
  key: string;
  /** undefined: the column is empty. */
  value: string | undefined;
  /** Whether tags that came with the lot say the same, in their own words or in more detail. */
  isStatedBy(tags: Tags): boolean;
};

const PARKING: Readonly<Record<ParkingType, string>> = {
  surface: 'surface',
  garage: 'multi-storey',
  underground: 'underground',
  rooftop: 'rooftop',
  street: 'street_side',
  carport: 'carports',
};
/** Of all other types it is understood that there is a roof. */
const OPEN_TYPES: readonly ParkingType[] = ['surface', 'rooftop', 'street'];
const MAX_STAY = 'maxstay:';

/** The tags of what the lot's columns say, in the order in which they are shown. */
export function ownTags(lot: TaggedLot): OwnTag[] {
  return [
    tag('name', ownName(lot)),
    tag(
      'parking',
      lot.lotType && PARKING[lot.lotType],
      (tags) => statedIn(readParkingType(tags)) === lot.lotType,
    ),
    ...capacityTags(lot),
    ...priceTags(lot),
    tag('opening_hours', lot.openingHours),
    ...ruleTags(lot),
    yesTag(lot, 'covered', readCovered, lot.lotType === null || OPEN_TYPES.includes(lot.lotType)),
    yesTag(lot, 'supervised', readSupervised),
    yesTag(lot, 'park_ride', readParkRide),
    tag('website', lot.website, (tags) => statedIn(readWebsite(tags)) === lot.website),
    tag('operator', operatorOf(lot), (tags) => tagText(tags, 'operator') !== undefined),
    tag('ref', ownRef(lot)),
    tag('addr:full', lot.address, (tags) => addressOf(tags) === lot.address),
    tag('addr:city', lot.city),
    tag('addr:state', lot.state),
    tag(
      'addr:country',
      countryOf(lot),
      (tags) => tagText(tags, 'addr:country')?.toUpperCase() === lot.country,
    ),
  ];
}

/** The posted base rate in OpenStreetMap's own form; undefined: none, or it is free. */
export function postedCharge(lot: TaggedLot): string | undefined {
  if (!lot.rateMinor) return undefined;
  const charge = chargeOf({
    rateMinor: lot.rateMinor,
    rateUnit: lot.rateUnit,
    billingStepMinutes: lot.billingStepMinutes,
    currency: lot.currency,
  });
  return charge ?? undefined;
}

function tag(
  key: string,
  value: string | null | undefined,
  isStatedBy: OwnTag['isStatedBy'] = () => false,
): OwnTag {
  return { key, value: value ?? undefined, isStatedBy };
}

function yesTag(
  lot: TaggedLot,
  key: string,
  read: (tags: Tags) => Reading<boolean>,
  isWanted = true,
): OwnTag {
  const feature = key === 'park_ride' ? 'park_and_ride' : key;
  const value = isWanted && lot.features.includes(feature) ? 'yes' : undefined;
  return tag(key, value, (tags) => statedIn(read(tags)) === true);
}

function capacityTags(lot: TaggedLot): OwnTag[] {
  const counted = lot.isCapacityEstimated ? null : lot.totalSpaces;
  const special = (key: string, feature: string, spaces: number) => {
    const isThere = lot.features.includes(feature);
    const value = spaces > 0 ? String(spaces) : isThere ? 'yes' : undefined;
    return tag(key, value, (tags) => {
      const stated = statedIn(readSpecialSpaces(tags, key, lot.totalSpaces));
      return stated !== undefined && spaces === (stated.kind === 'count' ? stated.spaces : 0);
    });
  };
  return [
    tag('capacity', counted === null ? null : String(counted), (tags) => {
      const stated = statedIn(readCapacity(tags));
      return stated?.spaces === counted && stated?.isEstimate === false;
    }),
    special('capacity:disabled', 'accessible', lot.accessibleSpaces),
    special('capacity:charging', 'ev_charging', lot.evSpaces),
  ];
}

function priceTags(lot: TaggedLot): OwnTag[] {
  if (lot.tariffTags !== null)
    return Object.entries(lot.tariffTags).map(([key, value]) => tag(key, value));
  const fee = lot.rateMinor === null ? undefined : lot.rateMinor > 0 ? 'yes' : 'no';
  return [tag('fee', fee), tag('charge', postedCharge(lot))];
}

function ruleTags(lot: TaggedLot): OwnTag[] {
  const { maxHeightCm: height } = lot;
  const stay = lot.features.find((feature) => feature.startsWith(MAX_STAY));
  return [
    tag('maxstay', stay?.slice(MAX_STAY.length), (tags) => {
      const stated = statedIn(readMaxStay(tags));
      return stated !== undefined && maxStayFeatures(stated).includes(stay ?? '');
    }),
    tag('maxheight', height === null ? null : heightTag(height), (tags) => {
      const stated = statedIn(readHeight(tags));
      return stated?.kind === 'limit' && stated.centimetres === height;
    }),
    accessTag(lot),
  ];
}

/** The smallest group that is stated. What is not understood may be stricter than we know. */
function accessTag({ features }: TaggedLot): OwnTag {
  const group = accessOf(features);
  return tag('access', group === 'public' ? 'yes' : group, (tags) => {
    const stated = readAccess(tags);
    return stated.kind === 'text' || statedIn(stated) === group;
  });
}

/**
 * The account that lists the lot; undefined where that would be a guess: who runs a car park that
 * came from OpenStreetMap, or one without a name of its own, which would be called by its operator.
 */
function operatorOf(lot: TaggedLot): string | undefined {
  const hasName = ownName(lot) !== undefined;
  return lot.osmId === null && hasName ? lot.operatorName : undefined;
}

/**
 * The country alone is no address: imports compute it from the position. To what OpenStreetMap says
 * of a lot of its own it adds nothing.
 */
function countryOf({ address, city, state, country, osmId, osmTags }: TaggedLot): string | null {
  if ((address ?? city ?? state) === null) return null;
  return osmId === null || 'addr:country' in osmTags ? country : null;
}

function statedIn<Value>(reading: Reading<Value>): Value | undefined {
  return reading.kind === 'read' ? reading.value : undefined;
}
