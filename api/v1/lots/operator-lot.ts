import { type Static, Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import { AVAILABILITY_SHOWN } from '../../../src/parking/lots/availability-shown.ts';
import type { OperatorLot } from '../../../src/parking/lots/lot-columns.ts';
import { nullable } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { LotSchema, presentLot } from '../../fields/lot-shape.ts';

const Text = nullable(Type.String());

const Access = named('LotAccess', {
  gate_code: Text,
  entry_lane: Text,
  exit_procedure: Text,
  notes: Text,
  overnight: Type.Boolean(),
  space_labels: Type.Array(Type.String()),
});

const OPERATORS_OWN = {
  ref: nullable(Type.String({ description: "The operator's own name for the lot" })),
  is_listed: Type.Boolean(),
  is_waiting_for_check: Type.Boolean({
    description: 'true: the lot is listed once its operator is checked',
  }),
  merged_into: nullable(
    LotId(
      'The lot that this one is, as the owner of the server says. It is off the list therefore',
    ),
  ),
  hold_limits: named(
    'HoldLimits',
    { others_pct: Type.Integer(), each_pct: Type.Integer() },
    { description: 'Percent of the spaces that other operators may hold: all, and each of them' },
  ),
  occupancy_thresholds: Type.Array(Type.Integer(), {
    description: 'Percent of the spaces in use at which an event occupancy.changed is written',
  }),
  availability_shown: Type.Enum([...AVAILABILITY_SHOWN], {
    description: 'What others see of how full the lot is',
  }),
  reports_inform_only: Type.Boolean({
    description: 'false: a count that says full keeps stays and holds away, for 15 minutes',
  }),
  access: Access,
};

/** A lot as its operator sees it. */
export const OperatorLotSchema = named('OperatorLot', {
  ...LotSchema.properties,
  ...OPERATORS_OWN,
});

/** A lot as any caller sees it: only its own operator gets the operator's fields. */
export const ShownLotSchema = named('Lot', {
  ...LotSchema.properties,
  ...Type.Partial(Type.Object(OPERATORS_OWN)).properties,
});

export type OperatorLotShape = Static<typeof OperatorLotSchema>;

export function presentOperatorLot(lot: OperatorLot, baseUrl: string): OperatorLotShape {
  return {
    ...presentLot(lot, baseUrl),
    ref: lot.ref,
    is_listed: lot.isListed,
    is_waiting_for_check: lot.isWaiting && lot.mergedInto === null,
    merged_into: lot.mergedInto,
    hold_limits: { others_pct: lot.holdOthersPct, each_pct: lot.holdEachPct },
    occupancy_thresholds: lot.occupancyThresholds,
    availability_shown: lot.availabilityShown,
    reports_inform_only: lot.reportsInformOnly,
    access: presentAccess(lot),
  };
}

export function presentAccess({
  entryInstructions: settings,
  isOvernightAllowed: overnight,
  spaceLabels,
}: Pick<OperatorLot, 'entryInstructions' | 'isOvernightAllowed' | 'spaceLabels'>): Static<
  typeof Access
> {
  return {
    gate_code: settings?.gate_code ?? null,
    entry_lane: settings?.entry_lane ?? null,
    exit_procedure: settings?.exit_procedure ?? null,
    notes: settings?.notes ?? null,
    overnight,
    space_labels: spaceLabels,
  };
}
