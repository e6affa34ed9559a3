import type { Operation } from '../../../operation.ts';
import { getDeliveryOperation } from './get.ts';
import { listDeliveriesOperation } from './list.ts';
import { redeliverOperation } from './redeliver.ts';

export const deliveryOperations: readonly Operation[] = [
  listDeliveriesOperation,
  getDeliveryOperation,
  redeliverOperation,
];
