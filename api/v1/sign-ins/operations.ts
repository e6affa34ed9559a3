import type { Operation } from '../../operation.ts';
import { deleteSignInOperation } from './delete.ts';
import { listSignInsOperation } from './list.ts';

export const signInOperations: readonly Operation[] = [listSignInsOperation, deleteSignInOperation];
