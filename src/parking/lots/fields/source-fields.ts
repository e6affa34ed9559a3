import { Type } from 'typebox';
import { nullable, Uuid } from '../../../kit/web/document/field-types.ts';
import { attributionOf } from '../attribution.ts';
import { readWebsite } from '../osm/tags.ts';
import { LICENSE_LENGTH_MAX, readLicense } from './data-license.ts';
import { type LotField, text } from './lot-field.ts';

/** Whether it is in use, where its data comes from, and who may use it. */
export const SOURCE_FIELDS = {
  status: {
    shown: Type.Enum(['active', 'closed']),
    input: Type.Enum(['active', 'closed'], { description: 'Closed: no new stays and holds' }),
    initial: 'active',
    isKept: true,
  },
  url: {
    shown: Type.String({ description: 'Address of this lot in this service' }),
    columns: [],
    of: ({ lotId }: { lotId: string }, baseUrl: string) => `${baseUrl}/api/v1/lots/${lotId}`,
    isEventless: true,
  },
  website: {
    ...text("Address of the lot's own page", Type.String({ description: "The lot's own page" })),
    read: (website: string | null) => readWebsite({ website }),
  },
  osm_id: {
    shown: nullable(Type.String({ description: 'OpenStreetMap element, such as way/123' })),
    isInFiles: true,
  },
  data_license: {
    shown: nullable(
      Type.String({ description: "Licence of the lot's data, SPDX identifier; null: not said" }),
    ),
    input: nullable(
      Type.String({
        maxLength: LICENSE_LENGTH_MAX,
        description: "Licence of the lot's data, an SPDX identifier such as ODbL-1.0",
      }),
    ),
    read: readLicense,
    initial: null,
    isKept: true,
  },
  attribution: {
    shown: nullable(
      Type.String({ description: 'To be shown with the data; null: none is asked for' }),
    ),
    columns: [],
    of: attributionOf,
    isEventless: true,
  },
  possible_duplicate_of: {
    shown: nullable(
      Uuid(
        'The lot that was listed before as what looks like the same car park; null: none is known',
      ),
    ),
    columns: [],
    of: ({ duplicateOf }: { duplicateOf: string | null }) => duplicateOf,
  },
  is_osm_export_allowed: {
    shown: Type.Boolean({
      description: 'Whether its operator allows its data to be put into OpenStreetMap',
    }),
    input: Type.Boolean({
      description: 'Whether the data may be put into OpenStreetMap, under its licence; default no',
    }),
    initial: false,
    isKept: true,
  },
  updated_at: {
    shown: Type.String({ format: 'date-time' }),
    columns: [],
    of: ({ updatedAt }: { updatedAt: Date }) => updatedAt.toISOString(),
    isEventless: true,
  },
} as const satisfies Record<string, LotField>;
