import type { Operation } from '../../operation.ts';
import { getPlanOperation } from './get.ts';
import { listPlansOperation } from './list.ts';
import { putPlanOperation } from './put.ts';

export const planOperations: readonly Operation[] = [
  listPlansOperation,
  getPlanOperation,
  putPlanOperation,
];
