import { type Static, Type } from 'typebox';
import { CHANGES_SHOWN_MAX, findCall } from '../../../src/access/calls/find-call.ts';
import { KEPT_PER_MINUTE_MAX } from '../../../src/access/calls/keep-refusals.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Instant } from '../../fields/field-types.ts';
import { CALL_PARAMS } from '../../fields/id-params.ts';
import { RequestId } from '../../fields/ids.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';

const Refusal = named(
  'CallRefusal',
  {
    operation: Type.String({ description: 'Its operationId; unknownPath: no operation' }),
    status: Type.Integer({ description: 'HTTP status of the answer' }),
    code: Type.String({ description: '`error.code` of the answer' }),
    reason: nullable(Type.String({ description: '`error.details.reason` of the answer' })),
    fields: Type.Array(Type.String(), {
      description: 'Fields that the answer named, by the names that are declared; no values',
    }),
    duration_ms: Type.Integer({ minimum: 0, description: 'ms until it was answered' }),
  },
  {
    description:
      'Why it was not answered as asked. Of one caller at least ' +
      `${KEPT_PER_MINUTE_MAX} are kept per minute of those refused, beyond a budget, and failed`,
  },
);

const Charge = named('CallCharge', {
  endpoint: Type.String(),
  cost_cents: Type.Integer({ minimum: 0, description: 'US cents' }),
});

const Change = named('CallChange', {
  id: Type.String({ description: 'Of the audit row' }),
  action: Type.String(),
  entity_id: nullable(Type.String({ description: 'null: a vehicle, not named' })),
});

const CallSchema = named('Call', {
  request_id: RequestId(),
  at: Instant,
  caller_id: Type.String({ description: 'A key, a member or a connected app' }),
  refusal: nullable(Refusal),
  charges: Type.Array(Charge),
  changes: Type.Array(Change, {
    description: `Its audit rows; the first ${CHANGES_SHOWN_MAX}`,
  }),
  has_more_changes: Type.Boolean(),
});

export type CallShape = Static<typeof CallSchema>;

export const getCallOperation = defineLookUp({
  operationId: 'getCall',
  path: '/api/v1/calls/{request_id}',
  summary: 'Look up what is known of one of your calls by its X-Request-Id',
  description:
    'Why it was refused or failed (for 7 days), what it was charged for, and what it changed. ' +
    'Nothing is known of reads that were answered as asked and cost nothing: 404.',
  tags: ['keys'],
  auth: { scope: 'audit:read' },
  params: CALL_PARAMS,
  answer: {
    call: CallSchema,
  },
  answerDescription: 'The call',
  async find({ params, caller }, { db }) {
    const call = await findCall(db, caller, params.request_id);
    const { refusal } = call;
    return {
      call: {
        request_id: params.request_id,
        at: call.at.toISOString(),
        caller_id: call.callerId,
        refusal: refusal && {
          operation: refusal.operation,
          status: refusal.status,
          code: refusal.code,
          reason: refusal.reason,
          fields: [...refusal.fields],
          duration_ms: refusal.durationMs,
        },
        charges: call.charges.map(({ endpoint, costCents }) => ({
          endpoint,
          cost_cents: costCents,
        })),
        changes: call.changes.map(({ id, action, entityId }) => ({
          ...{ id, action },
          entity_id: entityId,
        })),
        has_more_changes: call.hasMoreChanges,
      },
    };
  },
});
