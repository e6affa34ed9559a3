import type { Operation } from '../../operation.ts';
import { getEventOperation } from './get.ts';
import { listEventsOperation } from './list.ts';

export const eventOperations: readonly Operation[] = [listEventsOperation, getEventOperation];
