import type { Operation } from '../../operation.ts';
import { getAgentOperation } from './get.ts';
import { listAgentsOperation } from './list.ts';
import { registerAgentOperation } from './register.ts';

export const agentOperations: readonly Operation[] = [
  registerAgentOperation,
  listAgentsOperation,
  getAgentOperation,
];
