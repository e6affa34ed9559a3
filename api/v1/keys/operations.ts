import type { Operation } from '../../operation.ts';
import { createKeyOperation } from './create.ts';
import { deleteKeyOperation } from './delete.ts';
import { getKeyOperation } from './get.ts';
import { listKeysOperation } from './list.ts';
import { rotateKeyOperation } from './rotate.ts';

export const keyOperations: readonly Operation[] = [
  createKeyOperation,
  listKeysOperation,
  getKeyOperation,
  rotateKeyOperation,
  deleteKeyOperation,
];
