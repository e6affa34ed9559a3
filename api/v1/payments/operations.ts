import type { Operation } from '../../operation.ts';
import { getPaymentAccountOperation } from './get-account.ts';
import { openPaymentAccountOperation } from './open-account.ts';

export const paymentOperations: readonly Operation[] = [
  getPaymentAccountOperation,
  openPaymentAccountOperation,
];
