import { findAgent } from '../../../src/access/agents/find-agent.ts';
import { AGENT_PARAMS } from '../../fields/id-params.ts';
import { defineLookUp } from '../../reads/define-look-up.ts';
import { AgentSchema, toAgentShape } from './agent-shape.ts';

export const getAgentOperation = defineLookUp({
  operationId: 'getAgent',
  path: '/api/v1/agents/{agent_id}',
  summary: 'Look up one of your agents',
  description: 'With the key that it has now.',
  tags: ['agents'],
  auth: { scope: 'keys:write' },
  params: AGENT_PARAMS,
  answer: { agent: AgentSchema },
  answerDescription: 'The agent',
  find: async ({ params, caller }, { db }) => ({
    agent: toAgentShape(await findAgent(db, caller, params.agent_id)),
  }),
});
