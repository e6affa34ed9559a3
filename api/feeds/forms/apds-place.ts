import { type Static, Type } from 'typebox';
import { ALWAYS_OPEN } from '../../../src/kit/hours/schedule.ts';
import { accessOf } from '../../../src/kit/osm/values/access.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { FeedLot } from '../../../src/outbound/feeds/feed-lots.ts';
import type { LotWriter } from '../../../src/outbound/feeds/lot-feed.ts';
import type { LotType } from '../../../src/parking/lots/lot-type.ts';
import { Instant, Point } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { inWords, Version, Words } from './apds.ts';
import { isCovered, priceWords, sourceWords } from './lot-words.ts';

const Url = Type.String({ format: 'uri' });
const Count = Type.Integer({ minimum: 0 });

const STRUCTURE_TYPES = ['offStreetStructure', 'offStreetSurface', 'onStreet'] as const;
const STRUCTURE_GRADES = ['aboveGround', 'groundLevel', 'underground'] as const;

/** A Place of APDS 4. */
export const ApdsPlaceSchema = named('ApdsPlace', {
  id: LotId('The lot id of this service'),
  version: Version,
  name: Words,
  description: Type.Optional(Words),
  layer: Type.Literal(0),
  type: Type.Literal('parkingPlace'),
  hierarchyElementRecord: named('ApdsRecord', { creationTime: Instant }),
  timeZone: Type.String(),
  placeStreetAddress: Type.Optional(
    Type.Array(
      named('ApdsAddress', {
        addressLines: Type.Optional(
          Type.Array(
            named('ApdsAddressLine', {
              order: Count,
              text: Words,
              type: Type.Enum(['street', 'region']),
            }),
          ),
        ),
        city: Type.Optional(Words),
        countryCode: Type.Optional(Type.String({ description: 'Lower-case ISO 3166-1 alpha-2' })),
      }),
    ),
  ),
  indicativePlacePointLocation: Type.Array(Point),
  characteristics: Type.Array(
    named('ApdsCharacteristics', {
      coveredType: Type.Optional(Type.Enum(['covered', 'notCovered'])),
      disabledAccess: Type.Optional(Type.Literal(true)),
      evChargingPoints: Type.Optional(Count),
      openToPublic: Type.Optional(Type.Boolean()),
      spacesTotal: Type.Optional(Count),
      structureGrade: Type.Optional(Type.Enum([...STRUCTURE_GRADES])),
      structureType: Type.Optional(Type.Enum([...STRUCTURE_TYPES])),
    }),
  ),
  marketing: named('ApdsMarketing', { webURLs: Type.Array(Url) }),
  times: named('ApdsTimes', {
    available24hours: Type.Boolean(),
    openAllYear: Type.Boolean(),
    openingTimesNotSpecified: Type.Boolean({ description: 'true: see description' }),
    openingTimesUnknown: Type.Boolean({
      description: 'true: not known; then ignore false in the other members',
    }),
  }),
});

type Place = Static<typeof ApdsPlaceSchema>;
type Structure = Pick<Place['characteristics'][number], 'structureType' | 'structureGrade'>;

const STRUCTURES: Record<LotType, Structure> = {
  surface: { structureType: 'offStreetSurface', structureGrade: 'groundLevel' },
  garage: { structureType: 'offStreetStructure' },
  underground: { structureType: 'offStreetStructure', structureGrade: 'underground' },
  rooftop: { structureType: 'offStreetStructure', structureGrade: 'aboveGround' },
  street: { structureType: 'onStreet', structureGrade: 'groundLevel' },
  carport: { structureType: 'offStreetSurface', structureGrade: 'groundLevel' },
};

export const apdsPlaces = (baseUrl: string): LotWriter => ({
  textOf: (lot) => JSON.stringify(toPlace(lot, baseUrl)),
});

function toPlace(lot: FeedLot, baseUrl: string): Place {
  const isAlwaysOpen = lot.openingHours === ALWAYS_OPEN;
  const sentences = descriptionOf(lot);
  return {
    id: lot.lotId,
    version: lot.updatedAt.getTime(),
    name: inWords(lot.name),
    ...(sentences.length > 0 && { description: inWords(sentences.join('. ')) }),
    layer: 0,
    type: 'parkingPlace',
    hierarchyElementRecord: { creationTime: lot.updatedAt.toISOString() },
    timeZone: lot.timezone,
    ...addressOf(lot),
    indicativePlacePointLocation: [{ type: 'Point', coordinates: [lot.longitude, lot.latitude] }],
    characteristics: [characteristicsOf(lot)],
    marketing: { webURLs: [lot.website ?? `${baseUrl}/api/v1/lots/${lot.lotId}`] },
    times: {
      available24hours: isAlwaysOpen,
      openAllYear: isAlwaysOpen,
      openingTimesNotSpecified: !isAlwaysOpen,
      openingTimesUnknown: lot.openingHours === null,
    },
  };
}

/** What a Place has no member for. */
function descriptionOf(lot: FeedLot): string[] {
  const { tariff, maxHeightCm, openingHours } = lot;
  // Rates have only plain ones.
  const charge = tariff?.plain ? null : priceWords(lot);
  return [
    ...(openingHours === ALWAYS_OPEN ? [] : [`Opening hours: ${openingHours ?? 'not known'}`]),
    ...(maxHeightCm === null ? [] : [`Maximum height: ${maxHeightCm} cm`]),
    ...(charge === null ? [] : [`Charge: ${charge}`]),
    ...sourceWords(lot),
  ];
}

function addressOf({ address, city, state, country }: FeedLot): Pick<Place, 'placeStreetAddress'> {
  const lines = [
    ...(address === null ? [] : [{ text: address, type: 'street' as const }]),
    ...(state === null ? [] : [{ text: state, type: 'region' as const }]),
  ];
  const whole = {
    ...(lines.length > 0 && {
      addressLines: lines.map(({ text, type }, order) => ({ order, text: inWords(text), type })),
    }),
    ...(city !== null && { city: inWords(city) }),
    ...(country !== null && { countryCode: country.toLowerCase() }),
  };
  return Object.keys(whole).length === 0 ? {} : { placeStreetAddress: [whole] };
}

function characteristicsOf(lot: FeedLot): Place['characteristics'][number] {
  const { totalSpaces, evSpaces, accessibleSpaces, lotType, features } = lot;
  const covered = isCovered(lot);
  const group = accessOf(features);
  return {
    ...(covered !== null && { coveredType: covered ? 'covered' : 'notCovered' }),
    ...(accessibleSpaces > 0 && { disabledAccess: true }),
    ...(evSpaces > 0 && { evChargingPoints: evSpaces }),
    ...(group !== undefined && { openToPublic: group === 'public' }),
    ...(totalSpaces !== null && { spacesTotal: totalSpaces }),
    ...(lotType !== null && STRUCTURES[lotType]),
  };
}
