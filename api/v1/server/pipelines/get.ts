import { Type } from 'typebox';
import { findStatus } from '../../../../src/stores/warehouse/find-status.ts';
import { defineOperation } from '../../../operation.ts';
import { checkHealth } from '../../health/checks.ts';
import { ServerPipelinesSchema, toServerPipelinesShape } from './pipelines-shape.ts';

export const getServerPipelinesOperation = defineOperation({
  operationId: 'getServerPipelines',
  method: 'get',
  path: '/api/v1/server/pipelines',
  summary: 'How the refreshes of the market figures go',
  description:
    'Step by step, with what holds them back, rows that could not be read, and jobs. null: not ' +
    'known. For the owner of the server alone (403 `not_server_owner`).',
  tags: ['server'],
  auth: { scope: 'server:read' },
  budgets: ['read'],
  responses: {
    200: {
      description: 'The pipelines',
      schema: Type.Object({ pipelines: ServerPipelinesSchema }),
    },
  },

  async handler(_request, api) {
    const [status, health] = await Promise.all([findStatus(api.db), checkHealth(api)]);
    const { refreshSeconds } = api.config;
    const pipelines = toServerPipelinesShape(status, health.checks, refreshSeconds);
    return { status: 200, body: { pipelines } };
  },
});
