import type { Operation } from '../../operation.ts';
import { commitDispatchOperation } from './commit.ts';
import { dispatchFleetOperation } from './create.ts';
import { getDispatchOperation } from './get.ts';
import { listDispatchesOperation } from './list.ts';
import { releaseDispatchOperation } from './release.ts';

export const dispatchOperations: readonly Operation[] = [
  dispatchFleetOperation,
  listDispatchesOperation,
  getDispatchOperation,
  commitDispatchOperation,
  releaseDispatchOperation,
].flatMap(alsoUnderV1);

/** The operation at its own path, and again under /api/v1: a call may be repeated at either. */
function alsoUnderV1(operation: Operation): Operation[] {
  const { operationId, path, repeat } = operation;
  const mounted = { operationId: `${operationId}V1`, path: `/api/v1${path}` as const };
  const shared = repeat && { repeat: { ...repeat, of: operationId } };
  return [operation, { ...operation, ...mounted, ...shared }];
}
