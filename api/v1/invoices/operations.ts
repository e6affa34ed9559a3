import type { Operation } from '../../operation.ts';
import { getInvoiceOperation } from './get.ts';
import { listInvoicesOperation } from './list.ts';

export const invoiceOperations: readonly Operation[] = [listInvoicesOperation, getInvoiceOperation];
