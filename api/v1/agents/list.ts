import { Type } from 'typebox';
import { listAgents } from '../../../src/access/agents/list-agents.ts';
import { LIST_QUERY, listOf, presentPage } from '../../fields/list.ts';
import { defineOperation } from '../../operation.ts';
import { AgentSchema, toAgentShape } from './agent-shape.ts';

export const listAgentsOperation = defineOperation({
  operationId: 'listAgents',
  method: 'get',
  path: '/api/v1/agents',
  summary: 'List your agents, newest first',
  description: 'All agents of your world; for the key of a fleet those of its fleet.',
  tags: ['agents'],
  auth: { scope: 'keys:write' },
  budgets: ['read'],
  query: Type.Object(LIST_QUERY),
  responses: {
    200: { description: 'A page of agents', schema: listOf(AgentSchema) },
  },

  async handler({ query: { cursor = null, limit }, caller }, { db }) {
    const page = await listAgents(db, caller, { cursor, limit });
    return { status: 200, body: presentPage(page, toAgentShape) };
  },
});
