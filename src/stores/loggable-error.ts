import { databaseError } from '../kit/embedded-postgres/database-error.ts';

/**
 * SQLSTATE of errors whose message quotes values: values that cannot be read, text search queries,
 * limits that a text exceeds.
 */
const QUOTES_VALUES = /^(22|54|42601)/;

/**
 * The parts of an error that may be logged, including its causes. A database's `detail`, a parser's
 * `body` and a refused value may contain a plate or a caller's words.
 */
export function loggableError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const refusal = databaseError(error);
  const isShown = refusal === undefined || !QUOTES_VALUES.test(refusal.code);
  const message = isShown ? error.message : 'the database refused a value';
  return {
    name: error.name,
    message,
    code: 'code' in error ? error.code : undefined,
    constraint: refusal?.constraint,
    stack: error.stack?.replace(error.message, () => message),
    ...(error.cause !== undefined && { cause: loggableError(error.cause) }),
  };
}
