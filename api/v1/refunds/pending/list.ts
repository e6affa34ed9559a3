import { type Static, Type } from 'typebox';
import { MAY_GROW } from '../../../../src/kit/web/document/annotations.ts';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import {
  listWaitingRefunds,
  type WaitingRefund,
} from '../../../../src/money/refunds/list-waiting-refunds.ts';
import { Instant } from '../../../fields/field-types.ts';
import { defineList } from '../../../reads/define-list.ts';
import { RefundSchema, toRefundShape } from '../../sessions/refunds/refund-shape.ts';

const PendingRefundSchema = named('PendingRefund', {
  ...RefundSchema.properties,
  waits_for: Type.Enum(['soon', 'next_try', 'people'], {
    [MAY_GROW]: true,
    description:
      'soon: it is tried within a minute or two; next_try: the processor gave no answer; ' +
      'people: it gave none for a day, so the refund may be paid or not, and is not tried again',
  }),
  failed_tries: Type.Integer({ minimum: 0, description: 'Tries without an answer since the call' }),
  next_try_at: nullable({
    ...Instant,
    description: 'When it is tried again at the earliest; null: no time is set',
  }),
});

export type PendingRefundShape = Static<typeof PendingRefundSchema>;

export const listPendingRefundsOperation = defineList({
  operationId: 'listPendingRefunds',
  path: '/api/v1/refunds/pending',
  summary: 'List refunds that wait for the payment processor, newest first',
  description: 'Of stays on your lots, each with why it waits. A key of a fleet gets 403.',
  tags: ['sessions'],
  auth: { scope: 'sessions:read' },
  rows: 'refunds',
  item: PendingRefundSchema,
  list: ({ caller, page }, { db }) => listWaitingRefunds(db, caller, page),
  present: toPendingShape,
});

function toPendingShape(refund: WaitingRefund): PendingRefundShape {
  const { failureCount, retryAt } = refund;
  const afterFailure = retryAt === null ? 'people' : 'next_try';
  return {
    ...toRefundShape(refund),
    waits_for: failureCount === null ? 'soon' : afterFailure,
    failed_tries: failureCount ?? 0,
    next_try_at: retryAt?.toISOString() ?? null,
  };
}
