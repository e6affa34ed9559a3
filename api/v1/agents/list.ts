import { listAgents } from '../../../src/access/agents/list-agents.ts';
import { defineList } from '../../reads/define-list.ts';
import { AgentSchema, toAgentShape } from './agent-shape.ts';

export const listAgentsOperation = defineList({
  operationId: 'listAgents',
  path: '/api/v1/agents',
  summary: 'List your agents, newest first',
  description: 'All agents of your mode; for the key of a fleet those of its fleet.',
  tags: ['agents'],
  auth: { scope: 'keys:write' },
  rows: 'agents',
  item: AgentSchema,
  list: ({ caller, page }, { db }) => listAgents(db, caller, page),
  present: toAgentShape,
});
