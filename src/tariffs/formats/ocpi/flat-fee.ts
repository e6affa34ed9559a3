import { badField } from '../../../kit/errors.ts';
import type { Step, TariffPart } from '../../tariff.ts';
import { isFree } from '../bands.ts';
import { wholeOf } from '../exact.ts';
import type { FlatPrice } from './read-components.ts';

/**
 * The parts with a price that each stay pays once: it is a flat price or, beside prices by time, in
 * the price of the first step, because that is always paid whole. Errors: BAD_REQUEST naming the
 * price component, where that step is no whole amount or another part may come first.
 */
export function withFlat(parts: readonly TariffPart[], flat: FlatPrice | null): TariffPart[] {
  const fee = flat === null ? 0 : wholeOf(flat.minor);
  const field = `${flat?.field}.price`;
  if (fee === undefined) throw badField(field, 'must be a whole amount of money, with its VAT');
  if (fee === 0) return [...parts];
  if (parts.every(isFree)) return [{ name: 'rate', flat_minor: fee }];
  const [part, ...others] = parts;
  const [first, ...steps] = part?.steps ?? [];
  if (part === undefined || first === undefined || others.length > 0 || part.when !== undefined)
    throw badField(field, 'must not be there where the price by time also depends on the clock');
  const { billing_step_minutes: step = first.per_minutes } = first;
  // A price of 0 is for as long as it holds.
  const length = first.price_minor === 0 ? (steps[0]?.from_minutes ?? step) : step;
  const minor = (first.price_minor * length) / first.per_minutes;
  if (!Number.isInteger(minor))
    throw badField(field, 'must not be there where a step_size costs no whole amount of money');
  const begin: Step = { from_minutes: 0, price_minor: fee + minor, per_minutes: length };
  const isAll = (steps[0]?.from_minutes ?? Infinity) <= length;
  const rest = isAll ? steps : [{ ...first, from_minutes: length }, ...steps];
  return [{ ...part, steps: [begin, ...rest] }];
}
