import type { Operation } from '../../operation.ts';
import { alsoUnderV1 } from '../under-v1.ts';
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
