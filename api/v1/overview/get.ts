import { Type } from 'typebox';
import { findOverview, OVERVIEW_HOURS_MAX } from '../../../src/money/overview/find-overview.ts';
import { InstantInput, instantOf } from '../../fields/field-types.ts';
import { defineOperation } from '../../operation.ts';
import { OverviewSchema, toOverviewShape } from './overview-shape.ts';

export const getOverviewOperation = defineOperation({
  operationId: 'getOverview',
  method: 'get',
  path: '/api/v1/overview',
  summary: 'What happens on your lots today',
  description:
    'Stays and income since an instant, how full your lots are now, and what waits, in the mode ' +
    'of the key. A key of a fleet gets 403.',
  tags: ['payouts'],
  auth: { scope: 'payouts:read' },
  budgets: ['read'],
  query: Type.Object({
    from: Type.Optional(
      InstantInput(
        `At most ${OVERVIEW_HOURS_MAX} hours ago; without it, when the day began in your zone`,
      ),
    ),
  }),
  responses: {
    200: { description: 'The overview', schema: Type.Object({ overview: OverviewSchema }) },
  },

  async handler({ query, caller }, { db, clock }) {
    const now = new Date(clock.now());
    const from = instantOf(query.from) ?? null;
    const overview = await findOverview(db, caller, { from, now });
    return { status: 200, body: { overview: toOverviewShape(overview, caller.livemode) } };
  },
});
