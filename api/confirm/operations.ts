import type { Operation } from '../operation.ts';
import { confirmEmailOperation } from './confirm.ts';
import { getConfirmationOperation } from './get.ts';

export const confirmationOperations: readonly Operation[] = [
  getConfirmationOperation,
  confirmEmailOperation,
];
