import type { Standing } from '../access/budgets.ts';
import type { Exchange } from '../access/exchange.ts';
import type { AnyReply } from './declaration.ts';

const HSTS = 'max-age=31536000; includeSubDomains';

/** The headers that a program in a browser may read. */
const EXPOSED = [
  'Allow',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Deprecation',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Changes-Since',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ');

/**
 * Sent with every answer: pages of every origin may call every operation and read its answers,
 * errors included (Fetch standard, CORS protocol). That is safe because a caller is identified only
 * by the key that it sends, never by a cookie: a page can do no more than any other program.
 */
const ORIGIN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
};

/** The headers of every answer together with those of this answer. */
export function headersOf(
  exchange: Exchange,
  standing: Standing,
  reply: AnyReply,
): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Request-Id': exchange.requestId,
    'X-RateLimit-Limit': String(standing.limit),
    'X-RateLimit-Remaining': String(standing.remaining),
    'X-RateLimit-Reset': String(standing.resetAt),
    'X-Content-Type-Options': 'nosniff',
    ...ORIGIN_HEADERS,
    'Cache-Control': 'no-store',
    ...reply.headers,
  };
  if (exchange.principal !== undefined) headers['Cache-Control'] = 'no-store';
  if (exchange.peer.isSecure) headers['Strict-Transport-Security'] = HSTS;
  return headers;
}
