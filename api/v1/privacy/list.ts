import { listErasures } from '../../../src/parking/privacy/list-erasures.ts';
import { defineList } from '../../reads/define-list.ts';
import { ErasureSchema, toErasureShape } from './erasure-shape.ts';

export const listErasuresOperation = defineList({
  operationId: 'listErasures',
  path: '/api/v1/privacy/erasures',
  summary: 'List the erasures that you asked for, newest first',
  description: 'Those that wait, those that are done, and those that were canceled.',
  tags: ['privacy'],
  auth: { scope: 'privacy:write' },
  rows: 'erasures',
  item: ErasureSchema,
  list: ({ caller, page }, { db }) => listErasures(db, caller, page),
  present: toErasureShape,
});
