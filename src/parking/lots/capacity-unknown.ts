import { type AppError, conflict } from '../../kit/errors.ts';

/** The error for a lot whose number of spaces is not known. */
export function capacityUnknown(): AppError {
  return conflict('capacity_unknown', 'it is not known how many spaces the lot has');
}
