import { Value } from 'typebox/value';
import { badField } from '../../kit/errors.ts';
import { closed } from '../../kit/web/input/closed.ts';
import type { TariffInput } from './read-tariff.ts';
import { TariffInputShape } from './tariff-shape.ts';

/** A member that nobody knows may change the price. */
const CLOSED = closed(TariffInputShape);

/** A tariff in a file, which nothing has checked. Errors: BAD_REQUEST naming its first mistake. */
export function tariffInFile(value: unknown): TariffInput {
  if (Value.Check(CLOSED, value)) return value;
  const [error] = Value.Errors(CLOSED, value);
  const path = `tariff${(error?.instancePath ?? '').replaceAll('/', '.')}`;
  switch (error?.keyword) {
    case 'boolean':
      throw badField(path, 'is not known here');
    case 'required':
      throw badField(`${path}.${error.params.requiredProperties[0]}`, 'is needed');
    default:
      throw badField(path, error?.message ?? 'is no tariff');
  }
}
