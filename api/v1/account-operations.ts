import type { Operation } from '../operation.ts';
import { agentOperations } from './agents/operations.ts';
import { listAuditOperation } from './audit/list.ts';
import { keyOperations } from './keys/operations.ts';
import { getMeOperation } from './me/get.ts';
import { privacyOperations } from './privacy/operations.ts';

/** An operator's account: its keys and agents, what they did, and personal data. */
export const accountOperations: readonly Operation[] = [
  getMeOperation,
  ...keyOperations,
  ...agentOperations,
  listAuditOperation,
  ...privacyOperations,
];
