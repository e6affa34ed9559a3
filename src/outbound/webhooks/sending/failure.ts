import { errors } from 'undici';
import { AppError, badFieldsIn } from '../../../kit/errors.ts';
import { ANSWER_MS_MAX } from './answer.ts';
import { HostError, type HostProblem } from './resolve-host.ts';

/** OpenSSL's codes of certificates that it does not accept. */
const OF_CERTIFICATE = /CERT|CRL|ISSUER|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH/;

/** The whole answer was not there in time. */
export class TooLateError extends Error {}

const HOST_FAILURES: Readonly<Record<HostProblem, string>> = {
  'not public': 'its name leads to an address that is not public',
  'not found': 'its name has no address',
  'no answer': 'the name servers of its name do not answer',
};

const CERTIFICATE_FAILURES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends with a certificate that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'a certificate of its chain is missing',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'a certificate of its chain is missing or not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'a certificate of its chain is missing or not trusted',
};

const CLOSED = 'closed the connection before its answer was whole';
const UNREACHABLE = 'cannot be reached';

const CONNECTION_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: CLOSED,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EPIPE: CLOSED,
  ETIMEDOUT: UNREACHABLE,
  UND_ERR_HEADERS_OVERFLOW: 'sent too many headers',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent an answer of another length than it said',
  UND_ERR_SOCKET: CLOSED,
};

/**
 * Why a request got no whole answer, in a few plain words for people; they contain nothing that the
 * endpoint sent. Undefined for an error that no endpoint causes. `hasBegun`: an answer has.
 */
export function describeFailure(error: unknown, hasBegun: boolean): string | undefined {
  if (error instanceof TooLateError)
    return `did not ${hasBegun ? 'finish its ' : ''}answer within ${ANSWER_MS_MAX / 1_000} s`;
  if (error instanceof HostError) return HOST_FAILURES[error.problem];
  if (error instanceof AppError) return `its address ${badFieldsIn(error)[0]?.reason}`;
  // All addresses of a name failed: the last says as much as any.
  if (error instanceof AggregateError) return describeFailure(error.errors.at(-1), hasBegun);
  // All that undici says of these statuses.
  if (error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message))
    return 'answered 100 or 101, which nothing asked for';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const certificate = CERTIFICATE_FAILURES[code];
  if (certificate !== undefined) return `the certificate is not valid: ${certificate}`;
  // Some bytes break an assertion of undici's parser, which it handles like any other error.
  if (error instanceof errors.HTTPParserError || code === 'ERR_ASSERTION')
    return 'sent an answer that is not HTTP';
  if (/^(EPROTO$|ERR_SSL_|ERR_TLS_)/.test(code)) return 'could not agree on TLS 1.2 or 1.3';
  if (OF_CERTIFICATE.test(code)) return `the certificate is not valid: ${code}`;
  return CONNECTION_FAILURES[code];
}
