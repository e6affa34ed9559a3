import { type Static, Type } from 'typebox';

/** Which agent a request says it comes from. */
export const AgentInput = Type.Object({
  agent_platform: Type.String({ minLength: 1, maxLength: 100 }),
  agent_name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});

export function readAgent(agent: Static<typeof AgentInput> | undefined) {
  return agent ? { platform: agent.agent_platform, name: agent.agent_name ?? null } : null;
}
