import type { Operation } from '../../operation.ts';
import { getCallOperation } from './get.ts';
import { listCallsOperation } from './list.ts';

export const callOperations: readonly Operation[] = [listCallsOperation, getCallOperation];
