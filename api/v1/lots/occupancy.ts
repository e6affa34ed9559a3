import { type Static, Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import { SPACES_MAX } from '../../../src/parking/lots/osm/tags.ts';
import {
  type OccupancyReport,
  reportOccupancy,
} from '../../../src/parking/lots/write/report-occupancy.ts';
import { InstantInput } from '../../fields/field-types.ts';
import { LOT_PARAMS } from '../../fields/id-params.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { REPLAYED_HEADERS, rememberCall } from '../../fields/idempotent-call.ts';
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
  headers: IdempotencyHeaders,
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
      headers: { 'Idempotent-Replayed': 'true when an earlier call reported it' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ params, body, headers, caller, requestId }, { db }) {
    const { occupied, at } = body;
    const lotId = params.lot_id;
    const key = headers['Idempotency-Key'];
    const asked = { ...params, ...body };
    const remember = rememberCall(caller, 'createOccupancy', key, asked, present);
    const counted = { lotId, occupied, at: at === undefined ? undefined : new Date(at) };
    const result = await reportOccupancy(db, caller, counted, { requestId, remember });
    if ('report' in result) return { status: 200, body: { occupancy: present(result.report) } };
    const occupancy = result.response as Static<typeof OccupancySchema>;
    return { status: 200, body: { occupancy }, headers: REPLAYED_HEADERS };
  },
});

function present({ lotId, occupied, at }: OccupancyReport): Static<typeof OccupancySchema> {
  return { lot_id: lotId, occupied, at: at.toISOString() };
}
