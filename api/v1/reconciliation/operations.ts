import type { Operation } from '../../operation.ts';
import { listFindingsOperation } from './findings/list.ts';
import { getReconciliationOperation } from './get.ts';

export const reconciliationOperations: readonly Operation[] = [
  getReconciliationOperation,
  listFindingsOperation,
];
