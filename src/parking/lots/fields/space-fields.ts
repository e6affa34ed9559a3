import { Type } from 'typebox';
import { OPENING_HOURS_LENGTH_MAX } from '../../../kit/hours/hours-bounds.ts';
import { nullable } from '../../../kit/web/document/field-types.ts';
import { named } from '../../../kit/web/document/named.ts';
import { LOT_TYPES, type LotType } from '../lot-type.ts';
import { HEIGHT_CM_MAX, SPACES_MAX } from '../osm/tags.ts';
import { checkFeatures } from './features.ts';
import { type LotField, type ReadContext, readTextOrNull } from './lot-field.ts';

const FEATURES_MAX = 20;

const Count = Type.Integer({ minimum: 0 });
const CountInput = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: SPACES_MAX, description }));

/** How many spaces a lot has, and how many of them are of a kind. */
export type SpaceColumns = {
  /** null: not known, so no stay and no hold can begin here. */
  totalSpaces: number | null;
  evSpaces: number;
  accessibleSpaces: number;
  avSpaces: number;
};

/** How large it is. */
export const SIZE_FIELDS = {
  total_spaces: {
    shown: nullable(
      Type.Integer({ minimum: 0, description: 'null: not known, so nobody can park or hold here' }),
    ),
    columns: ['totalSpaces'],
    of: ({ totalSpaces }: SpaceColumns) => totalSpaces,
    input: Type.Integer({
      minimum: 1,
      maximum: SPACES_MAX,
      description: 'Spaces of all kinds together',
    }),
    read: (totalSpaces: number) => ({ totalSpaces, isCapacityEstimated: false }),
    isRequired: true,
  },
  is_capacity_estimated: {
    shown: Type.Boolean({
      description: 'Whether nobody counted total_spaces: by the area, or said as about so many',
    }),
    isInFiles: true,
    initial: false,
  },
  area_m2: {
    shown: nullable(
      Type.Integer({ minimum: 0, description: 'Of its outline; null: only a point is known' }),
    ),
    isInFiles: true,
    initial: null,
  },
} as const satisfies Record<string, LotField>;

/** For which vehicles it is, and when. */
export const SPACE_FIELDS = {
  lot_type: {
    shown: Type.Enum([...LOT_TYPES], { description: 'How it is built; see is_lot_type_stated' }),
    columns: ['lotType'],
    // Within version 1 a lot has a type, also where none is stated.
    of: ({ lotType }: { lotType: LotType | null }) => lotType ?? 'surface',
    input: nullable(Type.Enum([...LOT_TYPES], { description: 'How it is built; null: not said' })),
    read: (lotType: LotType | null) => ({ lotType }),
    initial: { lotType: null },
  },
  is_lot_type_stated: {
    shown: Type.Boolean({
      description: 'false: nobody said how it is built, so lot_type is surface and means nothing',
    }),
    columns: ['lotType'],
    of: ({ lotType }: { lotType: LotType | null }) => lotType !== null,
    isInFiles: true,
  },
  features: {
    shown: Type.Array(Type.String(), {
      description:
        'Tags: accessible, av, covered, ev_charging, access:public, maxstay:2 hours. A missing ' +
        'tag means not known',
    }),
    input: Type.Array(Type.String({ maxLength: 50 }), {
      maxItems: FEATURES_MAX,
      uniqueItems: true,
      description: 'Tags; those that spaces and lot_type imply need not be named',
    }),
    read: checkFeatures,
    initial: [],
  },
  spaces: {
    shown: named(
      'SpacesByKind',
      { ev: Count, accessible: Count, av: Count },
      { description: '0: none, or nobody said' },
    ),
    columns: ['evSpaces', 'accessibleSpaces', 'avSpaces'],
    of: (lot: SpaceColumns) => ({
      ev: lot.evSpaces,
      accessible: lot.accessibleSpaces,
      av: lot.avSpaces,
    }),
    input: named(
      'SpacesInput',
      {
        ev: CountInput('Spaces where electric vehicles charge'),
        accessible: CountInput('Spaces for drivers with a disability'),
        av: CountInput('Spaces for self-driving vehicles'),
      },
      { description: 'How many of total_spaces are of a kind' },
    ),
    read: ({ ev, accessible, av }: { ev?: number; accessible?: number; av?: number }) => ({
      ...(ev !== undefined && { evSpaces: ev }),
      ...(accessible !== undefined && { accessibleSpaces: accessible }),
      ...(av !== undefined && { avSpaces: av }),
    }),
    initial: { evSpaces: 0, accessibleSpaces: 0, avSpaces: 0 },
  },
  opening_hours: {
    shown: nullable(Type.String({ description: 'OSM syntax; null: nobody said when it is open' })),
    input: nullable(
      Type.String({
        maxLength: OPENING_HOURS_LENGTH_MAX,
        description:
          'OSM syntax, with at most 3 open ends (+) in a list, or words that mean one thing only ' +
          '(mon-fri 8am-6pm: Mo-Fr 08:00-18:00). 24/7: it never closes; null: not known',
      }),
    ),
    read(value: string | null, context: ReadContext) {
      const openingHours = readTextOrNull(value, context);
      return openingHours === null ? null : context.readHours(openingHours);
    },
    initial: null,
  },
  overnight: {
    shown: Type.Boolean({ description: 'Whether vehicles may stay while the lot is closed' }),
    columns: ['isOvernightAllowed'],
    of: ({ isOvernightAllowed }: { isOvernightAllowed: boolean }) => isOvernightAllowed,
    isInFiles: true,
  },
  max_height_cm: {
    shown: nullable(Type.Integer()),
    input: nullable(
      Type.Integer({
        minimum: 1,
        maximum: HEIGHT_CM_MAX,
        description: 'Highest vehicle that fits, cm; null: any',
      }),
    ),
    initial: null,
  },
} as const satisfies Record<string, LotField>;
