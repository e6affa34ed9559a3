import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import {
  LOTS_ADDED_MAX,
  OVERVIEW_RECENT_HOURS,
  type Overview,
  type OverviewOfLots,
} from '../../../src/money/overview/find-overview.ts';
import { Count, Instant } from '../../fields/field-types.ts';
import { AMOUNTS, toAmountsShape } from '../payouts/payout-shape.ts';

const IncomeSchema = named('OverviewIncome', { currency: Type.String(), ...AMOUNTS });

const SpacesSchema = named('OverviewSpaces', {
  total: Count('Spaces of open lots whose number is known'),
  occupied: Count('Of them taken or held now, or counted as full within 15 minutes'),
});

const LotsSchema = named('OverviewLots', {
  count: Count('Lots that are not deleted'),
  stays_running: Count('Stays on them that are not over'),
  spaces: nullable(SpacesSchema),
  unknown_count: Count('Open lots whose number of spaces is not known'),
  waiting_count: Count('Lots that are listed once you are checked'),
  reported_full_count: Count('Lots that take nobody because of their newest count'),
});

const HourSchema = named('OverviewHour', {
  from: { ...Instant, description: 'The beginning of the hour' },
  stays_begun: Count('Stays that began in it'),
});

export const OverviewSchema = named('Overview', {
  timezone: Type.String({
    description: 'IANA name of the zone of most of your newest lots; UTC without lots',
  }),
  from: { ...Instant, description: 'From when on stays and income are added up' },
  as_of: Instant,
  livemode: Type.Boolean(),
  stays_begun: Count('Stays that began on your lots, without imported ones'),
  recent_hours: Type.Array(HourSchema, {
    minItems: OVERVIEW_RECENT_HOURS,
    maxItems: OVERVIEW_RECENT_HOURS,
    description:
      `The same in each of the last ${OVERVIEW_RECENT_HOURS} hours, oldest first, whatever ` +
      '`from` is; the last hour is not over yet',
  }),
  income: Type.Array(IncomeSchema, {
    description: 'What was captured and refunded, by currency. Empty: nothing was',
  }),
  refunds_pending: Count(
    'Refunds that the processor has not answered yet, whenever they were made',
  ),
  lots: nullable({
    ...LotsSchema,
    description: `All lots now. null: there are more than ${LOTS_ADDED_MAX.toLocaleString('en')}`,
  }),
});

export type OverviewShape = Static<typeof OverviewSchema>;

export function toOverviewShape(overview: Overview, livemode: boolean): OverviewShape {
  const { lots } = overview;
  return {
    timezone: overview.timezone,
    from: overview.from.toISOString(),
    as_of: overview.now.toISOString(),
    livemode,
    stays_begun: overview.begunCount,
    recent_hours: overview.recentHours.map(({ fromAt, begunCount }) => ({
      from: fromAt.toISOString(),
      stays_begun: begunCount,
    })),
    income: overview.income.map((sum) => ({
      currency: sum.currency,
      ...toAmountsShape(sum, sum.currency),
    })),
    refunds_pending: overview.pendingRefundCount,
    lots: lots && toLotsShape(lots),
  };
}

function toLotsShape(lots: OverviewOfLots): Static<typeof LotsSchema> {
  return {
    count: lots.lotCount,
    stays_running: lots.runningCount,
    spaces: lots.spaces,
    unknown_count: lots.unknownCount,
    waiting_count: lots.waitingCount,
    reported_full_count: lots.fullCount,
  };
}
