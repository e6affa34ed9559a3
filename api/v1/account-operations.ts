import type { Operation } from '../operation.ts';
import { getAgentOperation } from './agents/get.ts';
import { listAgentsOperation } from './agents/list.ts';
import { registerAgentOperation } from './agents/register.ts';
import { listAuditOperation } from './audit/list.ts';
import { createKeyOperation } from './keys/create.ts';
import { deleteKeyOperation } from './keys/delete.ts';
import { getKeyOperation } from './keys/get.ts';
import { listKeysOperation } from './keys/list.ts';
import { rotateKeyOperation } from './keys/rotate.ts';
import { getMeOperation } from './me/get.ts';

/** Every endpoint about who may call: keys, agents, and what was done with them. */
export const accountOperations: readonly Operation[] = [
  getMeOperation,
  createKeyOperation,
  listKeysOperation,
  getKeyOperation,
  rotateKeyOperation,
  deleteKeyOperation,
  registerAgentOperation,
  listAgentsOperation,
  getAgentOperation,
  listAuditOperation,
];
