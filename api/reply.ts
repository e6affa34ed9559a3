import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Draw, Standing } from './budgets.ts';
import { isCompressible } from './middleware/compress.ts';
import { ORIGIN_HEADERS } from './middleware/cors.ts';
import type { Peer } from './middleware/transport.ts';
import { type AnyReply, isStreamed, type StreamedBody } from './operation.ts';

/** How long a caller may take to read an answer: 66 MB at 9 Mbit/s. */
export const TAKEN_MS_MAX = 60_000;

const CODINGS = 'Accept-Encoding';
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

/**
 * Sends the answer, its body serialised once; bytes go as they are, and those that are made on the
 * way as fast as the caller takes them. Who has not taken an answer in time loses the connection.
 */
export function send(
  res: ServerResponse,
  headers: Record<string, string>,
  { status, body }: AnyReply,
  isHead: boolean,
): void {
  if (body === undefined) {
    res.writeHead(status, headers).end();
    return;
  }
  headers['Content-Type'] ??= 'application/json; charset=utf-8';
  if (isStreamed(body)) {
    if (body.byteLength !== undefined) headers['Content-Length'] = String(body.byteLength);
    res.writeHead(status, headers);
    if (isHead) res.end();
    else sendStreamed(res, body);
    return;
  }
  const bytes = body instanceof Uint8Array ? body : JSON.stringify(body);
  const byteLength = Buffer.byteLength(bytes);
  const isOneOfMany = isCompressible(headers, byteLength);
  if (isOneOfMany)
    headers.Vary = headers.Vary === undefined ? CODINGS : `${headers.Vary}, ${CODINGS}`;
  // Compressing drops the length again, save for HEAD, which is told that of no other bytes.
  if (!isHead || !isOneOfMany || res.req.headers['accept-encoding'] === undefined)
    headers['Content-Length'] = String(byteLength);
  res.writeHead(status, headers).end(bytes);
  // What is compressed is on its way only later.
  if (res.writableLength > 0 || res.hasHeader('Content-Encoding')) giveUpLater(res);
}

function sendStreamed(res: ServerResponse, body: StreamedBody): void {
  giveUpLater(res);
  // Whatever stops it, the caller sees an answer that is cut off.
  pipeline(body.open(), res).catch(() => res.destroy());
}

/** What nobody takes must not be kept for ever. */
function giveUpLater(res: ServerResponse): void {
  const giveUp = setTimeout(() => res.destroy(), TAKEN_MS_MAX);
  res.once('close', () => clearTimeout(giveUp));
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
    ...ORIGIN_HEADERS,
    'Cache-Control': 'no-store',
    ...reply.headers,
  };
  if (exchange.isKeyed) headers['Cache-Control'] = 'no-store';
  if (exchange.peer.isSecure) headers['Strict-Transport-Security'] = HSTS;
  return headers;
}
