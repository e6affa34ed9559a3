import { type Static, Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import { checkLotId } from '../../../src/parking/lots/find-lot.ts';
import { SPACES_MAX } from '../../../src/parking/lots/osm/tags.ts';
import {
  type OccupancyReport,
  reportOccupancy,
} from '../../../src/parking/lots/write/report-occupancy.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { LOT_PARAMS } from '../../fields/id-params.ts';
import { LotId } from '../../fields/ids.ts';
import { defineOperation } from '../../operation.ts';

const OccupancySchema = named('Occupancy', {
  lot_id: LotId(),
  occupied: Type.Integer({ minimum: 0 }),
  at: Type.String({ format: 'date-time' }),
});

export const createOccupancyOperation = defineOperation({
  operationId: 'createOccupancy',
  method: 'post',
  path: '/api/v1/lots/{lot_id}/occupancy',
  summary: 'Report how many vehicles were counted on one of your lots',
  description:
    'Counts for 15 minutes where it is more than stays and holds: in searches, dynamic prices, ' +
    'and new stays and holds are refused where it leaves too few spaces (409 reported_full), ' +
    'unless the lot has reports_inform_only. Each count enters market rates, also one refused as ' +
    'older_report.',
  tags: ['lots'],
  auth: { scope: 'lots:write' },
  budgets: ['write'],
  rows: () => 1,
  params: LOT_PARAMS,
  body: Type.Object(
    {
      occupied: Type.Integer({
        minimum: 0,
        maximum: SPACES_MAX,
        description: 'Vehicles on the lot',
      }),
      at: Type.Optional(InstantInput('When they were counted; default now')),
    },
    { examples: [{ occupied: 57 }] },
  ),
  responses: {
    200: {
      description: 'The count as it is kept; a count is never later than now',
      schema: Type.Object({ occupancy: OccupancySchema }),
    },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call reported it',
    store: present,
    recall: (occupancy) => ({ occupancy }),
    check: ({ params }) => checkLotId(params.lot_id),
  },

  async handler({ params, body, caller, requestId, remember }, { db }) {
    const { occupied, at } = body;
    const lotId = params.lot_id;
    const counted = { lotId, occupied, at: at === undefined ? undefined : new Date(at) };
    const report = await reportOccupancy(db, caller, counted, { requestId, remember });
    return { status: 200, body: { occupancy: present(report) } };
  },
});

function present({ lotId, occupied, at }: OccupancyReport): Static<typeof OccupancySchema> {
  return { lot_id: lotId, occupied, at: at.toISOString() };
}
