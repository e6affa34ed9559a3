import { Type } from 'typebox';
import { badField } from '../../../kit/errors.ts';
import { Latitude, Longitude, nullable, Uuid } from '../../../kit/web/document/field-types.ts';
import { NAME_LENGTH_MAX, readName } from '../osm/tags.ts';
import { isCountry } from '../place/country-currency.ts';
import { readTimezone } from '../place/read-timezone.ts';
import { type LotField, text } from './lot-field.ts';

/** Which lot it is, and where. */
export const PLACE_FIELDS = {
  id: {
    shown: Uuid('Id of the lot, a UUID'),
    columns: [],
    of: ({ lotId }: { lotId: string }) => lotId,
    isEventless: true,
  },
  name: {
    shown: Type.String(),
    input: Type.String({
      minLength: 1,
      maxLength: NAME_LENGTH_MAX,
      description: 'What the lot is called',
    }),
    read: (name: string) => readName({ name }),
    isRequired: true,
  },
  slug: { shown: Type.String() },
  address: text('Street and number, as drivers read it'),
  city: text('Town'),
  state: text('State or region'),
  country: {
    shown: nullable(Type.String({ description: 'ISO 3166-1 alpha-2' })),
    input: nullable(
      Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1; default by the place' }),
    ),
    read: (value: string | null) => (value === null ? null : readCountry(value)),
  },
  lat: {
    shown: Type.Number(),
    columns: ['latitude'],
    of: ({ latitude }: { latitude: number }) => latitude,
    input: Latitude,
    isRequired: true,
  },
  lng: {
    shown: Type.Number(),
    columns: ['longitude'],
    of: ({ longitude }: { longitude: number }) => longitude,
    input: Longitude,
    isRequired: true,
  },
  timezone: {
    shown: Type.String({ description: 'IANA name; the zone of opening_hours' }),
    input: Type.String({ maxLength: 50, description: 'IANA name; default by the place' }),
    read: (value: string) => readTimezone('timezone', value),
  },
} as const satisfies Record<string, LotField>;

function readCountry(value: string): string {
  const country = value.toUpperCase();
  if (!isCountry(country)) throw badField('country', 'must be ISO 3166-1 alpha-2');
  return country;
}
