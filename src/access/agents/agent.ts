/** A software agent that an operator has registered. */
export type Agent = {
  agentId: string;
  name: string;
  platform: string;
  /** Its present key, which may have ended. */
  keyId: string;
  createdAt: Date;
};

export const AGENT_ID = /^agt_[0-9a-f]{32}$/;
/** Of a name and of a platform; stays store both. */
export const AGENT_TEXT_LENGTH_MAX = 100;
