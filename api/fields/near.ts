import { type Static, Type } from 'typebox';
import type { Principal } from '../../src/access/principals/principal.ts';
import { badFields, notTogether } from '../../src/kit/errors.ts';
import { type LatLng, roundPoint } from '../../src/kit/geo/great-circle.ts';
import { openGazetteer } from '../../src/kit/places/gazetteer.ts';
import { Latitude, Longitude, nullable } from '../../src/kit/web/document/field-types.ts';
import { named } from '../../src/kit/web/document/named.ts';
import { findPlace } from '../../src/parking/intents/find-place.ts';
import type { Api } from '../app.ts';
import { CIRCLE } from './field-types.ts';

const NEAR_LENGTH_MAX = 200;

const NearInput = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: NEAR_LENGTH_MAX,
    description:
      'In place of lat and lng: a town or district in any language, such as `Portland, OR` or ' +
      '`Kreuzberg`; a lot by its name; an address, with a key and where a geocoding provider is ' +
      'used. Several places of this name: 400 with candidates',
  }),
);

/** The fields of a circle around a point, or around a place that is named. */
export const CIRCLE_NEAR = {
  lat: Type.Optional(Latitude),
  lng: Type.Optional(Longitude),
  near: NearInput,
  radius_km: CIRCLE.radius_km,
};

/** What was understood; in an answer only when `near` was asked. */
export const NearPlace = named(
  'NearPlace',
  {
    name: Type.String(),
    lat: Latitude,
    lng: Longitude,
    attribution: nullable(
      Type.String({ description: 'To be shown with the place; null: a lot, or a point' }),
    ),
  },
  { description: 'What was understood by near; left out when lat and lng were given' },
);

type Asked = { lat?: number; lng?: number; near?: string };
/** Who asks, and about which of the two modes. */
export type Asker = { caller: Principal | undefined; livemode: boolean };

/**
 * The point that was given, or that of the place that `near` names. Without a key only the offline
 * gazetteer is asked, so that nobody unknown takes the turns of a geocoding provider. Errors:
 * BAD_REQUEST naming lat, lng or near; those of findPlace.
 */
export async function readPoint(
  { lat, lng, near }: Asked,
  { caller, livemode }: Asker,
  { db, geocoder, clock }: Pick<Api, 'db' | 'geocoder' | 'clock'>,
): Promise<{ centre: LatLng; near?: Static<typeof NearPlace> }> {
  if (near === undefined) return { centre: givenPoint({ lat, lng }) };
  if (lat !== undefined) throw notTogether('near', 'lat');
  if (lng !== undefined) throw notTogether('near', 'lng');
  const asked = { db, geocoder: caller === undefined ? openGazetteer() : geocoder };
  const place = await findPlace(asked, near, { livemode, now: new Date(clock.now()) });
  const centre = roundPoint(place);
  return { centre, near: { name: place.label, ...centre, attribution: place.attribution } };
}

function givenPoint({ lat, lng }: { lat: number | undefined; lng: number | undefined }): LatLng {
  const missing = Object.entries({ lat, lng }).filter(([, value]) => value === undefined);
  if (lat === undefined || lng === undefined)
    throw badFields(
      missing.map(([field]) => ({ field, reason: 'is missing: give lat and lng, or near' })),
    );
  return roundPoint({ lat, lng });
}
