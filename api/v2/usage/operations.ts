import type { Operation } from '../../operation.ts';
import { listUsageOperation } from './list.ts';
import { getUsageMonthOperation } from './month.ts';

export const usageOperations: readonly Operation[] = [listUsageOperation, getUsageMonthOperation];
