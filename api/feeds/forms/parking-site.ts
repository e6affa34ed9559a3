import { minutesInDay, secondsInMinute } from 'date-fns/constants';
import { type Static, Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import type { FeedLot } from '../../../src/outbound/feeds/feed-lots.ts';
import type { LotWriter } from '../../../src/outbound/feeds/lot-feed.ts';
import type { LotType } from '../../../src/parking/lots/lot-type.ts';
import { maxStayMinutes } from '../../../src/parking/lots/max-stay.ts';
import { Instant } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { countedFree, isCovered, priceWords, sourceWords } from './lot-words.ts';

const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });

/** The id of a site in a request: as many digits as an exact JSON number has. */
export const SiteId = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

const Restriction = named('ParkingRestriction', {
  type: Type.Optional(Type.Enum(['CUSTOMER', 'PRIVATE', 'DISABLED', 'CHARGING'])),
  max_stay: Type.Optional(Type.String({ description: 'ISO 8601 duration' })),
  capacity: Type.Optional(Count),
});

/** A parking site of ParkAPI 3; what is not known is left out, as its own server does. */
export const ParkingSiteSchema = named('ParkingSite', {
  id: SiteId('Made of the last 13 digits of the lot id'),
  source_id: Type.Integer({ description: 'Of the list of sources' }),
  original_uid: LotId('The lot id of this service'),
  purpose: Type.Literal('CAR'),
  name: Text,
  public_url: Text,
  address: Type.Optional(Text),
  description: Type.Optional(Text),
  type: Type.Enum(['ON_STREET', 'OFF_STREET_PARKING_GROUND', 'UNDERGROUND', 'CAR_PARK', 'OTHER'], {
    description: 'OTHER: nobody said',
  }),
  max_stay: Type.Optional(Type.Integer({ description: 'Seconds' })),
  max_height: Type.Optional(Type.Integer({ description: 'Centimetres' })),
  is_covered: Type.Optional(Type.Boolean()),
  park_and_ride_type: Type.Optional(Type.Array(Type.Literal('YES'))),
  is_supervised: Type.Optional(Type.Literal(true)),
  supervision_type: Type.Optional(Type.Literal('YES')),
  has_realtime_data: Type.Boolean(),
  has_fee: Type.Optional(Type.Boolean()),
  fee_description: Type.Optional(Text),
  lat: Type.Number(),
  lon: Type.Number(),
  opening_hours: Type.Optional(Type.String({ description: 'OSM syntax' })),
  capacity: Count,
  capacity_disabled: Type.Optional(Count),
  capacity_charging: Type.Optional(Count),
  realtime_capacity: Type.Optional(Count),
  realtime_free_capacity: Type.Optional(Count),
  realtime_data_updated_at: Type.Optional(Instant),
  restrictions: Type.Optional(Type.Array(Restriction)),
  restricted_to: Type.Optional(Type.Array(Restriction)),
  external_identifiers: Type.Optional(
    Type.Array(named('ExternalIdentifier', { type: Type.Literal('OSM'), value: Text })),
  ),
  tags: Type.Optional(Type.Array(Text)),
  static_data_updated_at: Instant,
  created_at: Instant,
  modified_at: Instant,
});

const TYPES: Record<LotType, Static<typeof ParkingSiteSchema>['type']> = {
  surface: 'OFF_STREET_PARKING_GROUND',
  garage: 'CAR_PARK',
  underground: 'UNDERGROUND',
  rooftop: 'CAR_PARK',
  street: 'ON_STREET',
  carport: 'OFF_STREET_PARKING_GROUND',
};

/** Two sources, because the data of one of them asks for an attribution. */
export const OWN_SOURCE_ID = 1;
export const OSM_SOURCE_ID = 2;

/** The longest opening hours of ParkAPI. */
const HOURS_LENGTH_MAX = 512;
const ID_HEX_DIGITS = 13;

/** The number that ParkAPI needs as an id: as large as a JSON number may be, and as random. */
function numberOf(lotId: string): number {
  return Number.parseInt(lotId.replaceAll('-', '').slice(-ID_HEX_DIGITS), 16);
}

/** Lots whose spaces are counted or estimated: ParkAPI knows no site without a capacity. */
export const parkingSites = (baseUrl: string): LotWriter => ({
  isLive: true,
  idOf: (lotId) => String(numberOf(lotId)),
  textOf: (lot) =>
    lot.totalSpaces === null ? null : JSON.stringify(toSite(lot, lot.totalSpaces, baseUrl)),
});

function toSite(lot: FeedLot, capacity: number, baseUrl: string): Static<typeof ParkingSiteSchema> {
  const updatedAt = lot.updatedAt.toISOString();
  const { openingHours: hours } = lot;
  const covered = isCovered(lot);
  const sentences = sourceWords(lot);
  return {
    id: numberOf(lot.lotId),
    source_id: lot.osmId === null ? OWN_SOURCE_ID : OSM_SOURCE_ID,
    original_uid: lot.lotId,
    purpose: 'CAR',
    name: lot.name,
    public_url: lot.website ?? `${baseUrl}/api/v1/lots/${lot.lotId}`,
    ...(lot.address !== null && { address: lot.address }),
    ...(sentences.length > 0 && { description: sentences.join('. ') }),
    // ParkAPI needs a type.
    type: lot.lotType === null ? 'OTHER' : TYPES[lot.lotType],
    ...(lot.maxHeightCm !== null && { max_height: lot.maxHeightCm }),
    ...(covered !== null && { is_covered: covered }),
    ...(lot.features.includes('park_and_ride') && { park_and_ride_type: ['YES'] }),
    ...(lot.features.includes('supervised') && { is_supervised: true, supervision_type: 'YES' }),
    ...feeOf(lot),
    lat: lot.latitude,
    lon: lot.longitude,
    // A part of opening hours would be wrong.
    ...(hours !== null && hours.length <= HOURS_LENGTH_MAX && { opening_hours: hours }),
    capacity,
    ...restrictionsOf(lot),
    ...realtimeOf(lot, capacity),
    ...(lot.osmId !== null && { external_identifiers: [{ type: 'OSM', value: lot.osmId }] }),
    ...(lot.dataLicense !== null && { tags: [`license:${lot.dataLicense}`] }),
    static_data_updated_at: updatedAt,
    created_at: lot.createdAt.toISOString(),
    modified_at: updatedAt,
  };
}

function feeOf(lot: FeedLot) {
  const words = priceWords(lot);
  const { plain, first_hour_minor: minor = 0 } = lot.tariff ?? {};
  return {
    // A price that is only known as text, or of a part, may be "free for customers".
    ...((plain !== undefined || minor > 0) && { has_fee: minor > 0 }),
    ...(words !== null && { fee_description: words }),
  };
}

function realtimeOf(lot: FeedLot, capacity: number) {
  const free = countedFree(lot);
  if (free === null || lot.reportedAt === null) return { has_realtime_data: false };
  return {
    has_realtime_data: true,
    realtime_capacity: capacity,
    realtime_free_capacity: free,
    realtime_data_updated_at: lot.reportedAt.toISOString(),
  };
}

/** Who may use which spaces for how long; in the present form, and in those that it replaces. */
function restrictionsOf(lot: FeedLot) {
  const { accessibleSpaces: disabled, evSpaces: charging } = lot;
  const minutes = maxStayMinutes(lot);
  const isLimited = Number.isFinite(minutes);
  const type = audienceOf(lot);
  const ofAll: Static<typeof Restriction> = {
    ...(type !== undefined && { type }),
    ...(isLimited && { max_stay: durationOf(minutes) }),
  };
  const restrictedTo = Object.keys(ofAll).length > 0 ? [ofAll] : [];
  const restrictions: Static<typeof Restriction>[] = [
    ...restrictedTo,
    ...(disabled > 0 ? [{ type: 'DISABLED' as const, capacity: disabled }] : []),
    ...(charging > 0 ? [{ type: 'CHARGING' as const, capacity: charging }] : []),
  ];
  return {
    ...(isLimited && { max_stay: Math.floor(minutes * secondsInMinute) }),
    ...(disabled > 0 && { capacity_disabled: disabled }),
    ...(charging > 0 && { capacity_charging: charging }),
    ...(restrictions.length > 0 && { restrictions, restricted_to: restrictedTo }),
  };
}

function audienceOf({ features }: FeedLot) {
  if (features.includes('access:customers')) return 'CUSTOMER';
  return features.includes('access:permit') ? 'PRIVATE' : undefined;
}

function durationOf(minutes: number): string {
  return minutes % minutesInDay === 0 ? `P${minutes / minutesInDay}D` : `PT${Math.floor(minutes)}M`;
}
