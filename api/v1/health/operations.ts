import type { Operation } from '../../operation.ts';
import { getHealthOperation } from './get.ts';
import { getLivenessOperation } from './live.ts';
import { getReadinessOperation } from './ready.ts';

export const healthOperations: readonly Operation[] = [
  getHealthOperation,
  getLivenessOperation,
  getReadinessOperation,
];
