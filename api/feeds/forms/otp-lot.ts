import { type Static, Type } from 'typebox';
import { ALWAYS_OPEN } from '../../../src/kit/hours/schedule.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { FeedLot } from '../../../src/outbound/feeds/feed-lots.ts';
import type { LotWriter } from '../../../src/outbound/feeds/lot-feed.ts';
import type { LotType } from '../../../src/parking/lots/lot-type.ts';
import { LotId } from '../../fields/ids.ts';
import { countedFree, LANGUAGE, priceWords, sourceWords } from './lot-words.ts';

const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });

/**
 * A lot of ParkAPI 1. OpenTripPlanner reads null as a number or a word, so what is not known is
 * left out.
 */
export const OtpLotSchema = named('OtpLot', {
  id: LotId(),
  name: Text,
  coords: named('OtpCoordinates', { lat: Type.Number(), lng: Type.Number() }),
  lot_type: Type.Optional(Type.Enum(['street', 'lot', 'underground', 'garage'])),
  address: Type.Optional(Text),
  forecast: Type.Literal(false),
  state: Type.Enum(['open', 'unknown'], {
    description: 'open: it never closes; unknown: see opening_hours, or nobody knows',
  }),
  opening_hours: Type.Optional(Type.String({ description: 'OSM syntax' })),
  total: Type.Optional(Count),
  'total:disabled': Type.Optional(Count),
  free: Type.Optional(
    Type.Integer({ minimum: 0, description: 'By a count of the last 15 minutes' }),
  ),
  url: Text,
  notes: named(
    'OtpNotes',
    { [LANGUAGE]: Type.Optional(Text) },
    { description: 'Price, licence and attribution' },
  ),
});

const TYPES: Record<LotType, NonNullable<Static<typeof OtpLotSchema>['lot_type']>> = {
  surface: 'lot',
  garage: 'garage',
  underground: 'underground',
  rooftop: 'garage',
  street: 'street',
  carport: 'lot',
};

export const otpLots = (baseUrl: string): LotWriter => ({
  isLive: true,
  textOf: (lot) => JSON.stringify(toOtpLot(lot, baseUrl)),
});

function toOtpLot(lot: FeedLot, baseUrl: string): Static<typeof OtpLotSchema> {
  const { totalSpaces: total, accessibleSpaces: disabled, openingHours: hours } = lot;
  const free = countedFree(lot);
  const notes = [priceWords(lot), ...sourceWords(lot)].filter((text) => text !== null);
  return {
    id: lot.lotId,
    name: lot.name,
    coords: { lat: lot.latitude, lng: lot.longitude },
    ...(lot.lotType !== null && { lot_type: TYPES[lot.lotType] }),
    ...(lot.address !== null && { address: lot.address }),
    forecast: false,
    state: hours === ALWAYS_OPEN ? 'open' : 'unknown',
    ...(hours !== null && { opening_hours: hours }),
    // With only the second of both, OpenTripPlanner sees no place for other cars.
    ...(total !== null && { total, ...(disabled > 0 && { 'total:disabled': disabled }) }),
    ...(free !== null && { free }),
    url: lot.website ?? `${baseUrl}/api/v1/lots/${lot.lotId}`,
    notes: notes.length === 0 ? {} : { [LANGUAGE]: notes.join('. ') },
  };
}
