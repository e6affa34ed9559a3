import type { Operation } from '../../operation.ts';
import { getPayoutOperation } from './get.ts';
import { listPayoutsOperation } from './list.ts';

export const payoutOperations: readonly Operation[] = [listPayoutsOperation, getPayoutOperation];
