import { type TSchema, Type } from 'typebox';
import {
  ACCESS_TEXTS,
  SPACE_LABEL_LENGTH_MAX,
  SPACE_LABELS_MAX,
} from '../../../src/lots/access-settings.ts';
import { HOLD_LIMITS } from '../../../src/lots/hold-limits.ts';
import { OPENING_HOURS_LENGTH_MAX } from '../../../src/lots/hours-bounds.ts';
import { LOT_TYPES } from '../../../src/lots/lot.ts';
import {
  HEIGHT_CM_MAX,
  NAME_LENGTH_MAX,
  REF_LENGTH_MAX,
  SPACES_MAX,
  TEXT_LENGTH_MAX,
} from '../../../src/lots/tags.ts';
import { Latitude, Longitude, nullable, RateInput } from '../../field-types.ts';

const FEATURES_MAX = 20;

const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
const Text = optional(nullable(Type.String({ maxLength: TEXT_LENGTH_MAX })));
const Count = optional(Type.Integer({ minimum: 0, maximum: SPACES_MAX }));

const AccessInput = Type.Object(
  {
    ...texts(ACCESS_TEXTS),
    overnight: optional(
      Type.Boolean({
        description:
          'Whether vehicles may stay while the lot is closed. Default false: a stay or hold that ' +
          'would go on after closing time is 409 `closed`',
      }),
    ),
    space_labels: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: SPACE_LABEL_LENGTH_MAX }), {
        maxItems: SPACE_LABELS_MAX,
        uniqueItems: true,
        description: 'What is painted on spaces that vehicles can be sent to',
      }),
    ),
  },
  { description: 'What vehicles that come are told, and nobody else' },
);

const Name = Type.String({ minLength: 1, maxLength: NAME_LENGTH_MAX });
const Percent = Type.Integer({ minimum: 0, maximum: 100 });
const Spaces = Type.Integer({ minimum: 1, maximum: SPACES_MAX });

const MoreDetails = {
  address: Text,
  city: Text,
  state: Text,
  country: optional(
    nullable(
      Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1; default by the place' }),
    ),
  ),
  timezone: optional(
    Type.String({ maxLength: 50, description: 'IANA name; default by the place' }),
  ),
  currency: optional(
    Type.String({ pattern: '^[A-Za-z]{3}$', description: 'ISO 4217; default by the country' }),
  ),
  lot_type: optional(Type.Enum([...LOT_TYPES], { description: 'default surface' })),
  features: optional(
    Type.Array(Type.String({ maxLength: 50 }), {
      maxItems: FEATURES_MAX,
      uniqueItems: true,
      description: 'Tags; those that spaces and lot_type imply need not be named',
    }),
  ),
  spaces: optional(Type.Object({ ev: Count, accessible: Count, av: Count })),
  opening_hours: optional(
    nullable(
      Type.String({
        maxLength: OPENING_HOURS_LENGTH_MAX,
        description: 'OSM syntax, with at most 3 open ends (+) in a list; null: it never closes',
      }),
    ),
  ),
  max_height_cm: optional(nullable(Type.Integer({ minimum: 1, maximum: HEIGHT_CM_MAX }))),
  website: Text,
  ref: optional(
    nullable(
      Type.String({ maxLength: REF_LENGTH_MAX, description: 'Your own name for the lot; unique' }),
    ),
  ),
  status: optional(Type.Enum(['active', 'closed'])),
  is_listed: optional(Type.Boolean({ description: 'Whether searches and feeds show it' })),
  hold_limits: optional(
    Type.Object(
      { others_pct: optional(Percent), each_pct: optional(Percent) },
      {
        description:
          'Percent of the spaces, one at least, that keys of other operators may hold at a time: ' +
          `all together (default ${HOLD_LIMITS.hold_others_pct}), and those of each operator ` +
          `(default ${HOLD_LIMITS.hold_each_pct}); 0: none`,
      },
    ),
  ),
  access: optional(AccessInput),
};

/** A lot that does not exist yet. */
export const NewLotInput = Type.Object(
  {
    name: Name,
    lat: Latitude,
    lng: Longitude,
    total_spaces: Spaces,
    base_rate: optional(nullable(RateInput())),
    rate_unit: optional(Type.Enum(['hour', 'day'], { description: 'default hour' })),
    max_daily_rate: optional(nullable(RateInput())),
    ...MoreDetails,
  },
  {
    examples: [
      {
        name: 'Elm Street Garage',
        lat: 41.201,
        lng: -99.61,
        total_spaces: 120,
        base_rate: 2.5,
        max_daily_rate: 18,
        lot_type: 'garage',
        spaces: { ev: 8, accessible: 4 },
        opening_hours: 'Mo-Su 05:00-24:00',
        access: { gate_code: '4821#', entry_lane: 'left', space_labels: ['A1', 'A2'] },
      },
    ],
  },
);

/** What changes about a lot: all but its rate. */
export const LotChangesInput = Type.Object({
  name: optional(Name),
  lat: optional(Latitude),
  lng: optional(Longitude),
  total_spaces: optional(Spaces),
  ...MoreDetails,
});

function texts<Field extends string>(names: readonly Field[]) {
  return Object.fromEntries(names.map((name) => [name, Text])) as Record<Field, typeof Text>;
}
