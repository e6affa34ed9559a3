import { Type } from 'typebox';
import { findAgent } from '../../../src/access/agents/find-agent.ts';
import { AGENT_PARAMS } from '../../fields/id-params.ts';
import { defineOperation } from '../../operation.ts';
import { AgentSchema, toAgentShape } from './agent-shape.ts';

export const getAgentOperation = defineOperation({
  operationId: 'getAgent',
  method: 'get',
  path: '/api/v1/agents/{agent_id}',
  summary: 'Look up one of your agents',
  description: 'With the key that it has now.',
  tags: ['agents'],
  auth: { scope: 'keys:write' },
  budgets: ['read'],
  params: AGENT_PARAMS,
  responses: {
    200: { description: 'The agent', schema: Type.Object({ agent: AgentSchema }) },
  },
  errors: ['NOT_FOUND'],

  async handler({ params, caller }, { db }) {
    const agent = await findAgent(db, caller, params.agent_id);
    return { status: 200, body: { agent: toAgentShape(agent) } };
  },
});
