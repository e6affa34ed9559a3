import { named } from '../../fields/named.ts';
import { defineOperation } from '../../operation.ts';
import { CheckStatus } from './check-status.ts';
import { checkHealth } from './checks.ts';

const Readiness = named('Readiness', { status: CheckStatus });

export const getReadinessOperation = defineOperation({
  operationId: 'getReadiness',
  method: 'get',
  path: '/api/v1/health/ready',
  summary: 'Whether requests should be sent to this process',
  description: 'For load balancers: 503 while the database cannot be reached.',
  tags: ['health'],
  auth: 'public',
  budgets: ['read'],
  responses: {
    200: { description: 'Yes', schema: Readiness },
    503: { description: 'No: the database cannot be reached', schema: Readiness },
  },
  async handler(_request, api) {
    const { status } = await checkHealth(api);
    return { status: status === 'fail' ? 503 : 200, body: { status } };
  },
});
