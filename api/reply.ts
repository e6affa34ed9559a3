import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Draw, Standing } from './budgets.ts';
import type { Peer } from './middleware/transport.ts';
import type { AnyReply } from './operation.ts';

const HSTS = 'max-age=31536000; includeSubDomains';

/** What is known about a call before its answer is, and goes out with every answer. */
export type Exchange = {
  readonly requestId: string;
  readonly peer: Peer;
  /** The buckets that the call belongs to; undefined until the caller is known. */
  draws: readonly Draw[] | undefined;
  /** In the buckets it was charged to; undefined until it was. */
  standing: Standing | undefined;
  /** Whether a key was accepted: then no cache on the way may keep the answer. */
  isKeyed: boolean;
};

export function openExchange(peer: Peer): Exchange {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`;
  return { requestId, peer, draws: undefined, standing: undefined, isKeyed: false };
}

/** Sends the answer, its body serialised once; bytes go as they are. */
export function send(res: ServerResponse, headers: Record<string, string>, reply: AnyReply): void {
  if (reply.body === undefined) {
    res.writeHead(reply.status, headers).end();
    return;
  }
  const body = reply.body instanceof Uint8Array ? reply.body : JSON.stringify(reply.body);
  headers['Content-Type'] ??= 'application/json; charset=utf-8';
  headers['Content-Length'] = String(Buffer.byteLength(body));
  res.writeHead(reply.status, headers).end(body);
}

/** The headers of every answer, and those of this one. */
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
    'Cache-Control': 'no-store',
    ...reply.headers,
  };
  if (exchange.isKeyed) headers['Cache-Control'] = 'no-store';
  if (exchange.peer.isSecure) headers['Strict-Transport-Security'] = HSTS;
  return headers;
}
