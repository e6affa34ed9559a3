import { databaseError } from '../kit/embedded-postgres/database-error.ts';

/**
 * SQLSTATE of connections that were lost or ended while a statement ran, from which nobody learns
 * whether it was done.
 */
const INTERRUPTED = /^(08|57P0[12])/;

const UNCONNECTED_CODES = ['ECONNREFUSED', 'ENOTFOUND'];
const UNCONNECTED_MESSAGE = /trying to connect|connection timeout/i;

/**
 * Whether a statement that failed has changed nothing, so that it can be run again: the database
 * refused it, or never got it.
 */
export function isSurelyUndone(error: unknown): boolean {
  const refusal = databaseError(error);
  if (refusal !== undefined) return !INTERRUPTED.test(refusal.code);
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.every(isSurelyUndone);
  const code = 'code' in error ? String(error.code) : '';
  return UNCONNECTED_CODES.includes(code) || UNCONNECTED_MESSAGE.test(error.message);
}
