import { Type } from 'typebox';
import { nullable, Uuid } from '../../../kit/web/document/field-types.ts';
import { named } from '../../../kit/web/document/named.ts';
import { AVAILABILITY_SHOWN, FEW_PCT_MAX } from '../availability-shown.ts';
import { REF_LENGTH_MAX, readText } from '../osm/tags.ts';
import { Access, AccessInput, NO_ACCESS, presentAccess } from './access-fields.ts';
import type { LotField, ReadContext } from './lot-field.ts';

/** Percent of the spaces that keys of other operators may hold: all together, and each of them. */
export type HoldLimitColumns = { holdOthersPct: number; holdEachPct: number };

const HOLD_LIMITS: HoldLimitColumns = { holdOthersPct: 20, holdEachPct: 10 };
const THRESHOLDS = [80, 95];
const THRESHOLD_PCT_MAX = 100;
const THRESHOLDS_MAX = 5;

const Percent = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description }));

/** What only the operator of a lot sees and decides. */
export const OWN_FIELDS = {
  ref: {
    shown: nullable(Type.String({ description: "The operator's own name for the lot" })),
    input: nullable(
      Type.String({ maxLength: REF_LENGTH_MAX, description: 'Your own name for the lot; unique' }),
    ),
    read: (value: string | null, { name }: ReadContext) =>
      readText({ [name]: value }, name, REF_LENGTH_MAX) ?? null,
    initial: null,
  },
  is_listed: {
    shown: Type.Boolean(),
    input: Type.Boolean({ description: 'Whether searches and feeds show it' }),
    initial: true,
    isKept: true,
  },
  is_waiting_for_check: {
    shown: Type.Boolean({ description: 'true: the lot is listed once its operator is checked' }),
    columns: [],
    of: ({ isWaiting, mergedInto }: { isWaiting: boolean; mergedInto: string | null }) =>
      isWaiting && mergedInto === null,
    isEventless: true,
  },
  merged_into: {
    shown: nullable(
      Uuid(
        'The lot that this one is, as the owner of the server says. It is off the list therefore',
      ),
    ),
  },
  hold_limits: {
    shown: named(
      'HoldLimits',
      { others_pct: Type.Integer({ minimum: 0 }), each_pct: Type.Integer({ minimum: 0 }) },
      { description: 'Percent of the spaces that other operators may hold: all, and each of them' },
    ),
    columns: ['holdOthersPct', 'holdEachPct'],
    of: ({ holdOthersPct, holdEachPct }: HoldLimitColumns) => ({
      others_pct: holdOthersPct,
      each_pct: holdEachPct,
    }),
    input: named(
      'HoldLimitsInput',
      {
        others_pct: Percent('Percent of the spaces, all of them together'),
        each_pct: Percent('Percent of the spaces, each of them'),
      },
      {
        description:
          'Percent of the spaces, one at least, that keys of other operators may hold at a time: ' +
          `all together (default ${HOLD_LIMITS.holdOthersPct}), and those of each operator ` +
          `(default ${HOLD_LIMITS.holdEachPct}); 0: none`,
      },
    ),
    read: ({ others_pct, each_pct }: { others_pct?: number; each_pct?: number }) => ({
      ...(others_pct !== undefined && { holdOthersPct: others_pct }),
      ...(each_pct !== undefined && { holdEachPct: each_pct }),
    }),
    initial: HOLD_LIMITS,
    isKept: true,
  },
  occupancy_thresholds: {
    shown: Type.Array(Type.Integer({ minimum: 0 }), {
      description: 'Percent of the spaces in use at which an event occupancy.changed is written',
    }),
    input: Type.Array(
      Type.Integer({
        minimum: 1,
        maximum: THRESHOLD_PCT_MAX,
        description: 'Percent of the spaces in use',
      }),
      {
        maxItems: THRESHOLDS_MAX,
        uniqueItems: true,
        description:
          'Percent of the spaces in use. There is an event occupancy.changed when one is ' +
          'reached, and when the occupancy has fallen 5 points below it; default ' +
          `${THRESHOLDS.join(' and ')}; empty: no such events`,
      },
    ),
    read: (thresholds: number[]) => thresholds.toSorted((a, b) => a - b),
    initial: THRESHOLDS,
    isKept: true,
  },
  availability_shown: {
    shown: Type.Enum([...AVAILABILITY_SHOWN], {
      description: 'What others see of how full the lot is',
    }),
    input: Type.Enum([...AVAILABILITY_SHOWN], {
      description:
        'What others see of how full the lot is: its free spaces (exact, the default), only ' +
        `whether it is free, few (at most ${FEW_PCT_MAX} percent, or 1) or full (level), or ` +
        'nothing (none)',
    }),
    initial: 'exact',
    isKept: true,
  },
  reports_inform_only: {
    shown: Type.Boolean({
      description: 'false: a count that says full keeps stays and holds away, for 15 minutes',
    }),
    input: Type.Boolean({
      description:
        'Whether a count of the vehicles only informs. false (the default): for 15 minutes, one ' +
        'that leaves too few spaces keeps new stays and holds away (409 reported_full)',
    }),
    initial: false,
    isKept: true,
  },
  access: {
    shown: Access,
    columns: ['entryInstructions', 'isOvernightAllowed', 'spaceLabels'],
    of: presentAccess,
    input: AccessInput,
    initial: NO_ACCESS,
    isKept: true,
    isEventless: true,
  },
} as const satisfies Record<string, LotField>;
