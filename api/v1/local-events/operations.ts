import type { Operation } from '../../operation.ts';
import { createLocalEventOperation } from './create.ts';
import { deleteLocalEventOperation } from './delete.ts';
import { getLocalEventOperation } from './get.ts';
import { listLocalEventsOperation } from './list.ts';

export const localEventOperations: readonly Operation[] = [
  createLocalEventOperation,
  listLocalEventsOperation,
  getLocalEventOperation,
  deleteLocalEventOperation,
];
