import type { Operation } from '../operation.ts';

/** The operation at its own path, and again under /api/v1. */
export function alsoUnderV1(operation: Operation): Operation[] {
  const { operationId, path } = operation;
  return [operation, { ...operation, operationId: `${operationId}V1`, path: `/api/v1${path}` }];
}
