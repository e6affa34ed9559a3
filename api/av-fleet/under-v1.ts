import type { Operation } from '../operation.ts';

/** The operation at its own path, and again under /api/v1: a call may be repeated at either. */
export function alsoUnderV1(operation: Operation): Operation[] {
  const { operationId, path, repeat } = operation;
  const mounted = { operationId: `${operationId}V1`, path: `/api/v1${path}` as const };
  const shared = repeat && { repeat: { ...repeat, of: operationId } };
  return [operation, { ...operation, ...mounted, ...shared }];
}
