import { Type } from 'typebox';
import { refuseBlank, registerAgent } from '../../../src/access/agents/register-agent.ts';
import { defineOperation } from '../../operation.ts';
import { AgentRegistration, AgentSchema, toAgentShape } from './agent-shape.ts';

export const registerAgentOperation = defineOperation({
  operationId: 'registerAgent',
  method: 'post',
  path: '/api/v1/agents',
  summary: 'Register a software agent with its key',
  description:
    'From then on the key counts as one of the platform, with the budgets of agents, and its ' +
    'stays get the name of the agent. So do keys that replace it. A key has one agent at most.',
  tags: ['agents'],
  auth: { scope: 'keys:write' },
  budgets: ['write'],
  rows: () => 1,
  body: AgentRegistration,
  responses: {
    201: { description: 'The agent', schema: Type.Object({ agent: AgentSchema }) },
  },
  errors: ['NOT_FOUND'],
  repeat: {
    says: 'true when an earlier call registered it',
    store: toAgentShape,
    recall: (agent) => ({ agent }),
    check: ({ body }) => refuseBlank(body),
  },

  async handler({ body, caller, requestId, remember }, { db }) {
    const { name, platform, key_id: keyId } = body;
    const asked = { name, platform, keyId };
    const agent = await registerAgent(db, caller, asked, { requestId, remember });
    return { status: 201, body: { agent: toAgentShape(agent) } };
  },
});
