import type { Operation } from '../../operation.ts';
import { cancelErasureOperation } from './cancel.ts';
import { createErasureOperation } from './create.ts';
import { exportPlateOperation } from './export.ts';
import { getErasureOperation } from './get.ts';
import { listErasuresOperation } from './list.ts';

export const privacyOperations: readonly Operation[] = [
  createErasureOperation,
  listErasuresOperation,
  getErasureOperation,
  cancelErasureOperation,
  exportPlateOperation,
];
