import { Type } from 'typebox';
import { listOwnFindings } from '../../../../src/money/reconciliation/list-own-findings.ts';
import { defineList } from '../../../reads/define-list.ts';
import { FindingSchema, toFindingShape } from './finding-shape.ts';

export const listFindingsOperation = defineList({
  operationId: 'listFindings',
  path: '/api/v1/reconciliation/findings',
  summary: 'List what differs between your payments and the books of the processor, newest first',
  description:
    'Of stays on your lots. Some is settled by itself; what stays open is for whoever runs the ' +
    'service. Nothing is written that the processor does not confirm.',
  tags: ['payouts'],
  auth: { scope: 'payouts:read' },
  filters: {
    status: Type.Optional(
      Type.Enum(['open', 'settled'], { description: 'Only what is open, or only what is settled' }),
    ),
  },
  rows: 'findings',
  item: FindingSchema,
  list({ query, caller, page }, { db }) {
    const isOpen = query.status === undefined ? null : query.status === 'open';
    return listOwnFindings(db, caller, { isOpen, ...page });
  },
  present: toFindingShape,
});
