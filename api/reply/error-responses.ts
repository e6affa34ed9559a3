import { Type } from 'typebox';
import { named } from '../../src/kit/web/document/named.ts';
import { FieldProblemSchema } from '../fields/field-types.ts';
import { RequestId } from '../fields/ids.ts';
import type { Operation } from '../operation.ts';
import { DeprecationNotice } from './deprecation.ts';
import { STATUS_OF } from './errors.ts';

/** The body of every error answer. */
export const ErrorEnvelope = named('Error', {
  error: named('ErrorBody', {
    code: Type.Enum(Object.keys(STATUS_OF)),
    message: Type.String(),
    request_id: RequestId(),
    details: Type.Optional(
      Type.Union(
        [
          Type.Array(FieldProblemSchema),
          named('ErrorReason', { reason: Type.String() }, { additionalProperties: true }),
        ],
        { title: 'ErrorDetails' },
      ),
    ),
  }),
  _deprecation: Type.Optional(DeprecationNotice),
});

type ErrorResponse = { name: string; description: string; headers?: Record<string, string> };

/** Every error answer, by status: its name and description in the OpenAPI document. */
export const ERROR_RESPONSES: Readonly<Record<number, ErrorResponse>> = {
  400: { name: 'BadRequest', description: 'A parameter or field is missing or not acceptable.' },
  401: {
    name: 'Unauthorized',
    description: 'The API key, or the scope that v2 asks for, is missing or not valid.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  403: {
    name: 'Forbidden',
    description:
      'The key is valid; its scope, plan or cap is too low. Of a scope or plan, details has ' +
      'what is needed and held, and whom to ask.',
  },
  404: { name: 'NotFound', description: 'There is no such thing, or not for this caller.' },
  409: {
    name: 'Conflict',
    description: 'The present state does not allow it: /docs/errors.md has every details.reason.',
  },
  413: { name: 'PayloadTooLarge', description: 'The body is over 1 MB.' },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is of no type that the operation takes.',
  },
  426: {
    name: 'UpgradeRequired',
    description: 'Plaintext HTTP is not answered.',
    headers: { Upgrade: 'TLS/1.3, HTTP/1.1' },
  },
  429: {
    name: 'RateLimited',
    description: 'A budget of calls per minute is used up.',
    headers: { 'Retry-After': 'Whole seconds after which the call succeeds.' },
  },
  500: { name: 'Internal', description: 'Something went wrong on the side of the service.' },
  502: { name: 'BadGateway', description: 'The payment processor failed: safe to try again.' },
  503: {
    name: 'Unavailable',
    description: 'The service is not available at the moment.',
    headers: { 'Retry-After': 'Seconds to wait before trying again.' },
  },
};

const ALWAYS = [400, 401, 426, 429, 500, 503];

/** The statuses of the error answers that an operation can give, ascending. */
export function errorStatusesOf(operation: Operation): number[] {
  const statuses = new Set(ALWAYS);
  if (operation.isProbe) statuses.delete(401);
  if (typeof operation.auth === 'object') statuses.add(403);
  // A priced answer is refused when it would exceed the spend cap.
  if (operation.price !== undefined) statuses.add(403);
  if (operation.body !== undefined) statuses.add(413).add(415);
  for (const code of operation.errors ?? []) statuses.add(STATUS_OF[code]);
  return [...statuses].sort((a, b) => a - b);
}
