/** The nine codes of the contract: callers never get any other. */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'PAYLOAD_TOO_LARGE'
  | 'INTERNAL'
  | 'BAD_GATEWAY';

export type FieldProblem = { field: string; reason: string };
export type ErrorDetails = FieldProblem[] | ({ reason: string } & Record<string, unknown>);

/**
 * The only error that the product throws on purpose. `message` and `details` are shown to the
 * caller; `cause` is only logged. `status` overrides the code's usual HTTP status (405, 415 and 426
 * carry BAD_REQUEST, 503 carries INTERNAL); `headers` are added to the answer (Allow, Retry-After,
 * Upgrade).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly status: number | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      details?: ErrorDetails;
      cause?: unknown;
      status?: number;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = more.details;
    this.status = more.status;
    this.headers = more.headers ?? {};
  }
}

/** A request with more wrong fields than this gets only the first of them in the answer. */
export const PROBLEMS_MAX = 20;

/** A request field that cannot be accepted: 400 naming it. */
export function badField(field: string, reason: string): AppError {
  return badFields([{ field, reason }]);
}

/** Fields that exclude each other: 400 naming each of them. */
export function notTogether(...fields: readonly [string, string, ...string[]]): AppError {
  const problems = fields.map((field) => {
    const others = fields.filter((one) => one !== field).join(' or ');
    return { field, reason: `cannot be combined with ${others}` };
  });
  return badFields(problems);
}

/** Request fields that cannot be accepted: one 400 naming all of them, up to PROBLEMS_MAX. */
export function badFields(problems: readonly FieldProblem[]): AppError {
  const details = problems.slice(0, PROBLEMS_MAX);
  const message = details.map(({ field, reason }) => `${field}: ${reason}`).join('; ');
  // A file may cause thousands of these, and recording stack traces would take half of the time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new AppError('BAD_REQUEST', message, { details });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

/** The fields that a 400 names, at least one. Throws any other error again. */
export function badFieldsIn(error: unknown): FieldProblem[] {
  const details = error instanceof AppError ? error.details : undefined;
  if (!Array.isArray(details) || details.length === 0) throw error;
  return details;
}

/** The request breaks a rule of the product: 409 with a reason for programs. */
export function conflict(
  reason: string,
  message: string,
  more: Record<string, unknown> = {},
): AppError {
  return new AppError('CONFLICT', message, { details: { reason, ...more } });
}

/**
 * The same refusal, naming the part of the request that it is about; an error that names one
 * already, or that gives no reason, stays as it is.
 */
export function inField(field: string, error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { details } = error;
  if (details === undefined || !('reason' in details) || 'field' in details) return error;
  return restated(error, `${field}: ${error.message}`, { ...details, field });
}

/**
 * The same refusal, naming its fields as members of a part of the request, such as `parameters`.
 * Any other error stays as it is.
 */
export function inPart(part: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.details === undefined) return error;
  const { details } = error;
  const inside = (text: unknown) => `${part}.${text}`;
  if (Array.isArray(details))
    return badFields(details.map((one) => ({ ...one, field: inside(one.field) })));
  if (!('field' in details)) return error;
  return restated(error, inside(error.message), { ...details, field: inside(details.field) });
}

/** The same refusal in other words, with the same status and headers. */
function restated(error: AppError, message: string, details: ErrorDetails): AppError {
  const { code, status, headers } = error;
  return new AppError(code, message, {
    details,
    cause: error,
    ...(status !== undefined && { status }),
    headers,
  });
}

/** The reason for programs in an error of the product; undefined when it has none. */
export function reasonOf(error: unknown): string | undefined {
  const details = error instanceof AppError ? error.details : undefined;
  return details !== undefined && 'reason' in details ? details.reason : undefined;
}

/** Missing, deleted, or of another operator: the caller cannot see which. */
export function notFound(thing: string): AppError {
  return new AppError('NOT_FOUND', `no such ${thing}`);
}
