import type { Operation } from '../../operation.ts';
import { deleteMemberOperation } from './delete.ts';
import { getMemberOperation } from './get.ts';
import { listMembersOperation } from './list.ts';
import { updateMemberOperation } from './update.ts';

export const memberOperations: readonly Operation[] = [
  listMembersOperation,
  getMemberOperation,
  updateMemberOperation,
  deleteMemberOperation,
];
