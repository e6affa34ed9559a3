import type { Operation } from '../../operation.ts';
import { createInvitationOperation } from './create.ts';
import { deleteInvitationOperation } from './delete.ts';
import { listInvitationsOperation } from './list.ts';

export const invitationOperations: readonly Operation[] = [
  createInvitationOperation,
  listInvitationsOperation,
  deleteInvitationOperation,
];
