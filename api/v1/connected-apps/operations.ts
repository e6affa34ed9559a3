import type { Operation } from '../../operation.ts';
import { endConnectedAppOperation } from './delete.ts';
import { getConnectedAppOperation } from './get.ts';
import { listConnectedAppsOperation } from './list.ts';

export const connectedAppOperations: readonly Operation[] = [
  listConnectedAppsOperation,
  getConnectedAppOperation,
  endConnectedAppOperation,
];
