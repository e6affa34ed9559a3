import { type Static, Type } from 'typebox';
import {
  COUNTED_MAX,
  type ListedOperator,
  type OperatorUse,
} from '../../../../src/access/operators/list-all.ts';
import { PLAN_LIMITS, shownFigure } from '../../../../src/access/plans/plan-limits.ts';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import { Count, Instant } from '../../../fields/field-types.ts';
import { OperatorId } from '../../../fields/ids.ts';
import { COUNTS, presentCounts } from '../../calls/call-shapes.ts';
import { PlanLimitsSchema } from '../../plans/limits-shape.ts';
import { PlanName } from '../../plans/plan-shape.ts';

const CountSoFar = (description: string) =>
  nullable(Count(`${description}; null: more than ${shownFigure(COUNTED_MAX)}`));

const DESCRIBED = {
  id: OperatorId(),
  name: Type.String(),
  plan: PlanName,
  is_checked: Type.Boolean({ description: 'false: its lots of the live mode are not listed' }),
  created_at: Instant,
};

export const ServerOperatorSchema = named('ServerOperator', {
  ...DESCRIBED,
  lot_count: CountSoFar('Lots of both modes'),
  key_count: CountSoFar('Valid keys of both modes'),
  member_count: CountSoFar('Members'),
  call_count: Count('Calls on this day (UTC), in both modes'),
  limited_count: Count('Of these calls those beyond a budget (429)'),
});

export const ServerOperatorUseSchema = named('ServerOperatorUse', {
  ...DESCRIBED,
  plan_limits: PlanLimitsSchema,
  lot_count: Count('Lots of the live mode'),
  test_lot_count: Count('Lots of the test mode'),
  key_count: Count('Valid keys of both modes'),
  member_count: Count('Members'),
  calls_today: named('CallsToday', COUNTS, {
    description: 'Calls on this day (UTC), in both modes',
  }),
  charged_cents: Count('US cents for priced answers in this month (UTC)'),
});

export type ServerOperatorShape = Static<typeof ServerOperatorSchema>;
export type ServerOperatorUseShape = Static<typeof ServerOperatorUseSchema>;

export function toServerOperatorShape(operator: ListedOperator): ServerOperatorShape {
  return {
    ...describe(operator),
    lot_count: operator.lotCount,
    key_count: operator.keyCount,
    member_count: operator.memberCount,
    call_count: operator.callCount,
    limited_count: operator.limitedCount,
  };
}

export function toServerOperatorUseShape(operator: OperatorUse): ServerOperatorUseShape {
  return {
    ...describe(operator),
    plan_limits: PLAN_LIMITS[operator.plan],
    lot_count: operator.lotCount,
    test_lot_count: operator.testLotCount,
    key_count: operator.keyCount,
    member_count: operator.memberCount,
    calls_today: presentCounts(operator),
    charged_cents: operator.chargedCents,
  };
}

function describe({ operatorId, name, plan, isChecked, createdAt }: ListedOperator | OperatorUse) {
  return {
    id: operatorId,
    name,
    plan,
    is_checked: isChecked,
    created_at: createdAt.toISOString(),
  };
}
