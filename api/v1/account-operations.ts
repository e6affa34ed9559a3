import type { Operation } from '../operation.ts';
import { agentOperations } from './agents/operations.ts';
import { listAuditOperation } from './audit/list.ts';
import { callOperations } from './calls/operations.ts';
import { connectedAppOperations } from './connected-apps/operations.ts';
import { invitationOperations } from './invitations/operations.ts';
import { keyOperations } from './keys/operations.ts';
import { getMeOperation } from './me/get.ts';
import { memberOperations } from './members/operations.ts';
import { privacyOperations } from './privacy/operations.ts';
import { serverOperations } from './server/operations.ts';
import { signInOperations } from './sign-ins/operations.ts';

/**
 * An operator's account: its keys, agents and people, what they did and called, personal data, and
 * what its owner sees of the server.
 */
export const accountOperations: readonly Operation[] = [
  getMeOperation,
  ...keyOperations,
  ...connectedAppOperations,
  ...agentOperations,
  ...memberOperations,
  ...invitationOperations,
  ...signInOperations,
  listAuditOperation,
  ...callOperations,
  ...privacyOperations,
  ...serverOperations,
];
