import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { gzipPieces } from '../../src/kit/web/compression/gzip-pieces.ts';
import {
  isStreamed,
  isWithheld,
  type StreamedBody,
  serialise,
} from '../../src/kit/web/reply/body.ts';
import { hasWrittenMembers, piecesOf } from '../../src/kit/web/reply/written-json.ts';
import type { PlainReply } from '../reply/answer.ts';
import { asksGzip, isCompressible } from './compress.ts';

/** How long a caller may take to read an answer: 66 MB at 9 Mbit/s. */
export const TAKEN_MS_MAX = 60_000;

const CODINGS = 'Accept-Encoding';

/**
 * Sends the answer. Its body is serialised once; bytes are sent unchanged, and streamed bytes as
 * fast as the caller takes them. A caller that has not taken the answer within TAKEN_MS_MAX loses
 * the connection.
 */
export async function send(
  res: ServerResponse,
  { status, headers, body }: PlainReply,
): Promise<void> {
  if (body === undefined) {
    res.writeHead(status, headers).end();
  } else if (isWithheld(body)) {
    sayLength(res, headers, body.byteLength, true);
    res.writeHead(status, headers).end();
  } else if (isStreamed(body)) {
    sayLength(res, headers, body.byteLength, false);
    res.writeHead(status, headers);
    sendStreamed(res, body);
  } else if (hasWrittenMembers(body)) {
    await sendWritten(res, { status, headers }, piecesOf(body));
  } else {
    const bytes = serialise(body, headers['Content-Type'] ?? '');
    sayLength(res, headers, Buffer.byteLength(bytes), false);
    sendPieces(res, { status, headers }, [bytes]);
  }
}

/** As gzip to callers who accept it: what is written already is compressed once for all of them. */
async function sendWritten(
  res: ServerResponse,
  { status, headers }: PlainReply,
  pieces: readonly (string | Buffer)[],
): Promise<void> {
  const byteLength = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  sayLength(res, headers, byteLength, false);
  if (isCompressible(headers, byteLength) && asksGzip(res.req)) {
    const chunks: Buffer[] = [];
    for await (const chunk of gzipPieces(pieces)) chunks.push(chunk);
    const zipped = Buffer.concat(chunks);
    const coding = { 'Content-Encoding': 'gzip', 'Content-Length': String(zipped.length) };
    sendPieces(res, { status, headers: { ...headers, ...coding } }, [zipped]);
  } else sendPieces(res, { status, headers }, pieces);
}

function sendPieces(
  res: ServerResponse,
  { status, headers }: PlainReply,
  pieces: readonly (string | Uint8Array)[],
): void {
  res.writeHead(status, headers);
  // Sent together, but not copied into one. What compresses them waits until its output is taken.
  if (!res.hasHeader('Content-Encoding')) res.cork();
  for (const piece of pieces.slice(0, -1)) res.write(piece);
  res.end(pieces.at(-1));
  // Compressed bytes are written only later.
  if (res.writableLength > 0 || res.hasHeader('Content-Encoding')) giveUpLater(res);
}

/**
 * States the length, which compression removes again. A HEAD answer has no bytes to compress, so if
 * a GET might be compressed, the length is left out.
 */
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
  // On any failure the caller sees an answer that breaks off.
  pipeline(body.open(), res).catch(() => res.destroy());
}

/** Frees the memory of an answer that its caller does not read. */
function giveUpLater(res: ServerResponse): void {
  const giveUp = setTimeout(() => res.destroy(), TAKEN_MS_MAX);
  res.once('close', () => clearTimeout(giveUp));
}
