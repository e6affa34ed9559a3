import { type AppError, conflict } from '../../kit/errors.ts';

/** The error for a lot whose operator has just counted too few free spaces. */
export function reportedFull(): AppError {
  return conflict('reported_full', 'the operator of the lot has just counted it as full');
}
