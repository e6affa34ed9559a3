import type { Logger } from 'pino';
import { databaseError } from '../../src/kit/embedded-postgres/database-error.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '../../src/kit/errors.ts';
import { DeadlinePassed } from '../../src/kit/web/reply/deadline.ts';
import { loggableError } from '../../src/stores/loggable-error.ts';
import type { AnyReply } from './declaration.ts';

/** The usual HTTP status of each code; an AppError may carry another one. */
export const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  PAYLOAD_TOO_LARGE: 413,
  INTERNAL: 500,
  BAD_GATEWAY: 502,
};

export type Envelope = {
  error: { code: ErrorCode; message: string; request_id: string; details?: ErrorDetails };
  /** Where something of the operation is deprecated. */
  _deprecation?: object;
};

const RETRY_SECONDS = 1;
/**
 * Codes of connections that are refused, lost or not available in time, from the network and the
 * pool.
 */
const UNREACHABLE_CODES = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EPIPE'];
const UNREACHABLE_MESSAGE =
  /connection terminated|trying to connect|connection error|connection timeout|read timeout/i;
/**
 * SQLSTATE of a server that is down, starting or full, or that asks for another try: connection
 * exception, insufficient resources, operator intervention, transaction rollback, recovery.
 */
const UNAVAILABLE_SQLSTATE = /^(08|53|57|40)/;

/**
 * The answer to anything that was thrown. An AppError is shown to the caller; everything else is
 * logged with the request id and shown as a generic message.
 */
export function errorReply(
  thrown: unknown,
  context: { requestId: string; operationId: string | undefined; log: Logger },
): AnyReply & { body: Envelope } {
  const error = toAppError(thrown);
  const status = error.status ?? STATUS_OF[error.code];
  // A 503 that is thrown on purpose asks the caller to try again later: nothing went wrong that
  // needs a log entry.
  if (status >= 500 && !(thrown instanceof AppError && status === 503))
    context.log.error(
      {
        requestId: context.requestId,
        operationId: context.operationId,
        status,
        error: loggableError(error.cause ?? error),
      },
      error.message,
    );
  return {
    status,
    headers: error.headers,
    body: {
      error: {
        code: error.code,
        message: error.message,
        request_id: context.requestId,
        ...(error.details && { details: error.details }),
      },
    },
  };
}

/** Whether an unavailable database is the cause, rather than the request or the program. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DeadlinePassed) return true;
  const refusal = databaseError(error);
  if (refusal !== undefined) return UNAVAILABLE_SQLSTATE.test(refusal.code);
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  const code = 'code' in error ? String(error.code) : '';
  return UNREACHABLE_CODES.includes(code) || UNREACHABLE_MESSAGE.test(error.message);
}

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseUnavailable(thrown))
    return new AppError('INTERNAL', 'the service is not available at the moment', {
      status: 503,
      headers: { 'Retry-After': String(RETRY_SECONDS) },
      cause: thrown,
    });
  return new AppError('INTERNAL', 'something went wrong on our side', { cause: thrown });
}
