import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';

export const getLivenessOperation = defineOperation({
  operationId: 'getLiveness',
  method: 'get',
  path: '/api/v1/health/live',
  summary: 'Whether the process answers at all',
  description:
    'Depends on nothing else: a process that fails this should be restarted. ' +
    'Needs no key, no TLS and no budget.',
  tags: ['health'],
  auth: 'public',
  budgets: ['read'],
  isProbe: true,
  responses: {
    200: { description: 'It does', schema: Type.Object({ status: Type.Literal('pass') }) },
  },
  async handler() {
    return { status: 200, body: { status: 'pass' } };
  },
});
