import type { Operation } from '../../../operation.ts';
import { refundSessionOperation } from './create.ts';
import { listRefundsOperation } from './list.ts';

export const refundOperations: readonly Operation[] = [
  refundSessionOperation,
  listRefundsOperation,
];
