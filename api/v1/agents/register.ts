import { Type } from 'typebox';
import { registerAgent } from '../../../src/access/agents/register-agent.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { REPLAYED_HEADERS, rememberCall } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { AgentRegistration, AgentSchema, type AgentShape, toAgentShape } from './agent-shape.ts';

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
  headers: IdempotencyHeaders,
  body: AgentRegistration,
  responses: {
    201: {
      description: 'The agent',
      schema: Type.Object({ agent: AgentSchema }),
      headers: { 'Idempotent-Replayed': 'true when an earlier call registered it' },
    },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],

  async handler({ body, headers, caller, requestId }, { db }) {
    const key = headers['Idempotency-Key'];
    const remember = rememberCall(caller, 'registerAgent', key, body, toAgentShape);
    const { name, platform, key_id: keyId } = body;
    const asked = { name, platform, keyId };
    const result = await registerAgent(db, caller, asked, { requestId, remember });
    if ('written' in result) return { status: 201, body: { agent: toAgentShape(result.written) } };
    const agent = result.response as AgentShape;
    return { status: 201, body: { agent }, headers: REPLAYED_HEADERS };
  },
});
