import { Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import { listRefundsOf } from '../../../src/money/refunds/list-refunds.ts';
import { EXPORTED_MAX, exportPlate } from '../../../src/parking/privacy/export-plate.ts';
import { Instant, PlateInput } from '../../fields/field-types.ts';
import { defineOperation } from '../../operation.ts';
import { HoldSchema, toHoldShape } from '../reserve/hold-shape.ts';
import { RefundSchema, toRefundShape } from '../sessions/refunds/refund-shape.ts';
import { SessionSchema, toSessionShape } from '../sessions/session-shape.ts';

const PlateExportSchema = named('PlateExport', {
  plate: Type.String({ description: 'As plates are compared' }),
  sessions: Type.Array(SessionSchema),
  holds: Type.Array(HoldSchema),
  refunds: Type.Array(RefundSchema, { description: 'Of these sessions' }),
  emails: Type.Array(Type.String(), { description: 'Of drivers, as your keys sent them' }),
  look_ups: Type.Array(
    named('PlateLookUp', {
      at: Instant,
      by: Type.String({ description: 'Id of the key' }),
    }),
    { description: 'When the plate was searched before, and this time' },
  ),
  has_more: Type.Boolean({ description: 'Whether there are older sessions or holds' }),
});

export const exportPlateOperation = defineOperation({
  operationId: 'exportPlate',
  method: 'get',
  path: '/api/v1/privacy/export',
  summary: 'Get all that you have of a licence plate',
  description:
    `Newest first, up to ${EXPORTED_MAX} sessions and holds that you may see. Each export is ` +
    'written to the audit log as a search of the plate.',
  tags: ['privacy'],
  auth: { scope: 'privacy:write' },
  budgets: ['read'],
  isAuditedByHandler: true,
  query: Type.Object({ plate: PlateInput() }),
  responses: {
    200: { description: 'What there is', schema: Type.Object({ export: PlateExportSchema }) },
  },

  async handler({ query, caller, requestId }, { db }) {
    const found = await exportPlate(db, caller, query.plate, requestId);
    const sessionIds = found.sessions.map(({ sessionId }) => sessionId);
    const refunds = await listRefundsOf(db, sessionIds);
    const shown = {
      plate: found.plate,
      sessions: found.sessions.map((session) => toSessionShape(session, caller)),
      holds: found.holds.map(toHoldShape),
      refunds: refunds.map(toRefundShape),
      emails: found.emails,
      look_ups: found.lookUps,
      has_more: found.hasMore,
    };
    return { status: 200, body: { export: shown } };
  },
});
