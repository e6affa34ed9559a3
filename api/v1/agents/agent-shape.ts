import { type Static, Type } from 'typebox';
import { AGENT_TEXT_LENGTH_MAX, type Agent } from '../../../src/access/agents/agent.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Instant } from '../../fields/field-types.ts';
import { AgentId, KeyId } from '../../fields/ids.ts';

const text = (description: string) =>
  Type.String({ minLength: 1, maxLength: AGENT_TEXT_LENGTH_MAX, description });

/** The body that registers an agent. */
export const AgentRegistration = Type.Object(
  {
    name: text('What the agent is called; its stays show it'),
    platform: text('Whose agent it is, such as chatgpt'),
    key_id: KeyId('Its key, key_...: yours, or one that yours could make'),
  },
  {
    examples: [
      {
        name: 'Valet',
        platform: 'example',
        key_id: 'key_0199b0d47c1e7a529c3b2f6d5e8a1b40',
      },
    ],
  },
);

export const AgentSchema = named('Agent', {
  id: AgentId(),
  name: Type.String(),
  platform: Type.String(),
  key_id: KeyId('Its present key, which may have ended'),
  created_at: Instant,
});

export type AgentShape = Static<typeof AgentSchema>;

export function toAgentShape({ agentId: id, createdAt, ...agent }: Agent): AgentShape {
  return {
    id,
    name: agent.name,
    platform: agent.platform,
    key_id: agent.keyId,
    created_at: createdAt.toISOString(),
  };
}
