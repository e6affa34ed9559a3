import { Value } from 'typebox/value';
import { badField } from '../../kit/errors.ts';
import type { TariffInput } from './read-tariff.ts';
import { TariffInputShape } from './tariff-shape.ts';

/** A tariff in a file, which nothing has checked. Errors: BAD_REQUEST naming its first mistake. */
export function tariffInFile(value: unknown): TariffInput {
  if (Value.Check(TariffInputShape, value)) return value;
  const [error] = Value.Errors(TariffInputShape, value);
  const path = (error?.instancePath ?? '').replaceAll('/', '.');
  throw badField(`tariff${path}`, error?.message ?? 'is no tariff');
}
