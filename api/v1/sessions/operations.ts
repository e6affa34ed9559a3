import type { Operation } from '../../operation.ts';
import { createSessionOperation } from './create.ts';
import { endSessionOperation } from './end.ts';
import { extendSessionOperation } from './extend.ts';
import { getSessionOperation } from './get.ts';
import { listSessionsOperation } from './list.ts';
import { getReceiptOperation } from './receipt.ts';
import { refundOperations } from './refunds/operations.ts';
import { searchSessionsOperation } from './search.ts';

export const sessionOperations: readonly Operation[] = [
  createSessionOperation,
  listSessionsOperation,
  searchSessionsOperation,
  getSessionOperation,
  extendSessionOperation,
  endSessionOperation,
  getReceiptOperation,
  ...refundOperations,
];
