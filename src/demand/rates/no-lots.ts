import { AppError } from '../../kit/errors.ts';

/**
 * NOT_FOUND for a place without anything published. `what` there is none of, such as `no lots in
 * this circle`; `asOf`: the instant up to which it is known, because searches find lots earlier.
 */
export function noLots(asOf: Date, what: string): AppError {
  const since = 'what was listed since then follows with the next figures';
  return new AppError('NOT_FOUND', `${what} by ${asOf.toISOString()}; ${since}`);
}
