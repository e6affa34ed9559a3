import { Type } from 'typebox';
import { OPENING_HOURS_LENGTH_MAX } from '../../../../src/kit/hours/hours-bounds.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import { LOT_TYPES } from '../../../../src/parking/lots/lot.ts';
import {
  HEIGHT_CM_MAX,
  NAME_LENGTH_MAX,
  REF_LENGTH_MAX,
  SPACES_MAX,
} from '../../../../src/parking/lots/osm/tags.ts';
import { HOLD_LIMITS } from '../../../../src/parking/lots/write/hold-limits.ts';
import {
  BillingStepInput,
  DAILY_MAX_INPUT,
  Latitude,
  Longitude,
  nullable,
  RateInput,
} from '../../../fields/field-types.ts';
import { AccessInput, Text } from './access-input.ts';
import { LicenseInput } from './license-input.ts';
import { OccupancyInput } from './occupancy-input.ts';

const FEATURES_MAX = 20;

const Count = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: SPACES_MAX, description }));

const Name = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  description: 'What the lot is called',
});
const Percent = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description });
const Spaces = Type.Integer({
  minimum: 1,
  maximum: SPACES_MAX,
  description: 'Spaces of all kinds together',
});

const MoreDetails = {
  address: Text('Street and number, as drivers read it'),
  city: Text('Town'),
  state: Text('State or region'),
  country: Type.Optional(
    nullable(
      Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1; default by the place' }),
    ),
  ),
  timezone: Type.Optional(
    Type.String({ maxLength: 50, description: 'IANA name; default by the place' }),
  ),
  currency: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{3}$', description: 'ISO 4217; default by the country' }),
  ),
  lot_type: Type.Optional(
    nullable(Type.Enum([...LOT_TYPES], { description: 'How it is built; null: not said' })),
  ),
  features: Type.Optional(
    Type.Array(Type.String({ maxLength: 50 }), {
      maxItems: FEATURES_MAX,
      uniqueItems: true,
      description: 'Tags; those that spaces and lot_type imply need not be named',
    }),
  ),
  spaces: Type.Optional(
    named(
      'SpacesInput',
      {
        ev: Count('Spaces where electric vehicles charge'),
        accessible: Count('Spaces for drivers with a disability'),
        av: Count('Spaces for self-driving vehicles'),
      },
      { description: 'How many of total_spaces are of a kind' },
    ),
  ),
  opening_hours: Type.Optional(
    nullable(
      Type.String({
        maxLength: OPENING_HOURS_LENGTH_MAX,
        description:
          'OSM syntax, with at most 3 open ends (+) in a list, or words that mean one thing only ' +
          '(mon-fri 8am-6pm: Mo-Fr 08:00-18:00). 24/7: it never closes; null: not known',
      }),
    ),
  ),
  max_height_cm: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: HEIGHT_CM_MAX,
        description: 'Highest vehicle that fits, cm; null: any',
      }),
    ),
  ),
  website: Text("Address of the lot's own page"),
  ref: Type.Optional(
    nullable(
      Type.String({ maxLength: REF_LENGTH_MAX, description: 'Your own name for the lot; unique' }),
    ),
  ),
  status: Type.Optional(
    Type.Enum(['active', 'closed'], { description: 'Closed: no new stays and holds' }),
  ),
  is_listed: Type.Optional(Type.Boolean({ description: 'Whether searches and feeds show it' })),
  ...LicenseInput,
  hold_limits: Type.Optional(
    named(
      'HoldLimitsInput',
      {
        others_pct: Type.Optional(Percent('Percent of the spaces, all of them together')),
        each_pct: Type.Optional(Percent('Percent of the spaces, each of them')),
      },
      {
        description:
          'Percent of the spaces, one at least, that keys of other operators may hold at a time: ' +
          `all together (default ${HOLD_LIMITS.holdOthersPct}), and those of each operator ` +
          `(default ${HOLD_LIMITS.holdEachPct}); 0: none`,
      },
    ),
  ),
  ...OccupancyInput,
  access: Type.Optional(AccessInput),
};

/** The body that creates a lot. */
export const NewLotInput = Type.Object(
  {
    name: Name,
    lat: Latitude,
    lng: Longitude,
    total_spaces: Spaces,
    base_rate: Type.Optional(
      nullable(RateInput('What an hour or a day costs, currency units; null: not posted yet')),
    ),
    rate_unit: Type.Optional(
      Type.Enum(['hour', 'day'], { description: 'What base_rate is for; default hour' }),
    ),
    billing_step_minutes: Type.Optional(BillingStepInput),
    ...DAILY_MAX_INPUT,
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

/** The body that changes a lot. Rates have an operation of their own. */
export const LotChangesInput = Type.Object({
  name: Type.Optional(Name),
  lat: Type.Optional(Latitude),
  lng: Type.Optional(Longitude),
  total_spaces: Type.Optional(Spaces),
  ...MoreDetails,
});
