import type { Operation } from '../../../operation.ts';
import { getRatesOperation } from './get.ts';
import { putRatesOperation } from './put.ts';

export const rateOperations: readonly Operation[] = [getRatesOperation, putRatesOperation];
