import type { Operation } from '../../../operation.ts';
import { getRateFormatsOperation } from './formats.ts';
import { getRatesOperation } from './get.ts';
import { previewRatesOperation } from './preview.ts';
import { putRatesOperation } from './put.ts';

export const rateOperations: readonly Operation[] = [
  getRatesOperation,
  putRatesOperation,
  previewRatesOperation,
  getRateFormatsOperation,
];
