import { type Static, Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';

/** The agent that a request says it comes from. */
export const AgentInput = named(
  'AgentInput',
  {
    agent_platform: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Whose agent it is, such as chatgpt',
    }),
    agent_name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'What the agent is called' }),
    ),
  },
  { description: 'The software agent that asks, if one does' },
);

export function readAgent(agent: Static<typeof AgentInput> | undefined) {
  return agent ? { platform: agent.agent_platform, name: agent.agent_name ?? null } : null;
}
