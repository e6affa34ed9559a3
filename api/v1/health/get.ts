import { defineOperation } from '../../operation.ts';
import { checkHealth } from './checks.ts';
import { Health } from './health-shape.ts';

export const getHealthOperation = defineOperation({
  operationId: 'getHealth',
  method: 'get',
  path: '/api/v1/health',
  summary: 'How the service is doing',
  description:
    'pass: all is well. warn: it works, but the market data is old or not there yet, or a job ' +
    'or a refresh fails on something, or a file of the archive is damaged, events are not sent ' +
    'to webhooks, or payments differ from the processor. fail: the database cannot be reached.',
  tags: ['health'],
  auth: 'public',
  budgets: ['read'],
  responses: {
    200: { description: 'pass or warn', schema: Health },
    503: { description: 'fail', schema: Health },
  },
  async handler(_request, api) {
    const health = await checkHealth(api);
    return { status: health.status === 'fail' ? 503 : 200, body: health };
  },
});
