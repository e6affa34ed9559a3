import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { PlainReply } from '../reply/answer.ts';
import { isStreamed, isWithheld, type StreamedBody, serialise } from '../reply/body.ts';
import { isCompressible } from './compress.ts';

/** How long a caller may take to read an answer: 66 MB at 9 Mbit/s. */
export const TAKEN_MS_MAX = 60_000;

const CODINGS = 'Accept-Encoding';

/**
 * Sends the answer, its body serialised once; bytes go as they are, and those that are made on the
 * way as fast as the caller takes them. Who has not taken an answer in time loses the connection.
 */
export function send(res: ServerResponse, { status, headers, body }: PlainReply): void {
  if (body === undefined) {
    res.writeHead(status, headers).end();
  } else if (isWithheld(body)) {
    sayLength(res, headers, body.byteLength, true);
    res.writeHead(status, headers).end();
  } else if (isStreamed(body)) {
    sayLength(res, headers, body.byteLength, false);
    res.writeHead(status, headers);
    sendStreamed(res, body);
  } else {
    const bytes = serialise(body, headers['Content-Type'] ?? '');
    sayLength(res, headers, Buffer.byteLength(bytes), false);
    res.writeHead(status, headers).end(bytes);
    // What is compressed is on its way only later.
    if (res.writableLength > 0 || res.hasHeader('Content-Encoding')) giveUpLater(res);
  }
}

/** Compressing drops the length again, save for HEAD, which is told that of no other bytes. */
function sayLength(
  res: ServerResponse,
  headers: Record<string, string>,
  byteLength: number | undefined,
  isHead: boolean,
): void {
  const isOneOfMany = isCompressible(headers, byteLength);
  if (isOneOfMany)
    headers.Vary = headers.Vary === undefined ? CODINGS : `${headers.Vary}, ${CODINGS}`;
  if (byteLength === undefined) return;
  if (!isHead || !isOneOfMany || res.req.headers['accept-encoding'] === undefined)
    headers['Content-Length'] = String(byteLength);
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
