import type { Static } from 'typebox';
import { oncePer } from '../../../src/kit/cache/once-per.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { Api } from '../../app.ts';
import { defineOperation } from '../../operation.ts';
import { CheckStatus } from './check-status.ts';
import { checkHealth } from './checks.ts';

/** How long a look at the database is kept. Probes draw from no budget, so they share it. */
const KEPT_MS = 1_000;

/** One look at a time for each service, however many ask. */
const lookOf = oncePer((api: Api) => {
  let look: Promise<Static<typeof CheckStatus>> | undefined;
  let isUnderWay = false;
  let endedAt = 0;
  return () => {
    const isKept = isUnderWay || Math.abs(api.clock.now() - endedAt) < KEPT_MS;
    if (look !== undefined && isKept) return look;
    isUnderWay = true;
    look = checkHealth(api)
      .then(({ status }) => status)
      .finally(() => {
        isUnderWay = false;
        endedAt = api.clock.now();
      });
    return look;
  };
});

const Readiness = named('Readiness', { status: CheckStatus });

export const getReadinessOperation = defineOperation({
  operationId: 'getReadiness',
  method: 'get',
  path: '/api/v1/health/ready',
  summary: 'Whether requests should be sent to this process',
  description:
    'For load balancers: 503 while the database cannot be reached. Needs no key, no TLS and no ' +
    'budget. The database is asked at most once a second.',
  tags: ['health'],
  auth: 'public',
  budgets: ['read'],
  isProbe: true,
  responses: {
    200: { description: 'Yes', schema: Readiness },
    503: { description: 'No: the database cannot be reached', schema: Readiness },
  },
  async handler(_request, api) {
    const status = await lookOf(api)();
    return { status: status === 'fail' ? 503 : 200, body: { status } };
  },
});
