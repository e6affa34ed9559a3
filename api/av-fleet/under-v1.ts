import type { Operation } from '../operation.ts';

/** The same operation at its own path, and under /api/v1 beside the others. */
export function alsoUnderV1(operation: Operation): Operation[] {
  const { operationId, path } = operation;
  return [operation, { ...operation, operationId: `${operationId}V1`, path: `/api/v1${path}` }];
}
