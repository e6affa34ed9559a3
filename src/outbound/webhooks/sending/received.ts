import type { IncomingHttpHeaders } from 'node:http';
import type { Pool } from 'undici';

/** Bytes of an answer that are read. The rest is never fetched. */
const ANSWER_BYTES_MAX = 64 * 1_024;

/** What an endpoint has answered so far. */
export type Received = {
  /** null: no answer has begun. */
  status: number | null;
  headers: IncomingHttpHeaders;
  chunks: Buffer[];
  byteCount: number;
};

type Post = Readonly<{
  path: string;
  headers: Readonly<Record<string, string | string[]>>;
  body: Buffer;
}>;

export function nothingReceived(): Received {
  return { status: null, headers: {}, chunks: [], byteCount: 0 };
}

/**
 * Sends a request once and writes what comes back into `received`. Resolves when the answer is
 * whole or has ANSWER_BYTES_MAX. Rejects when the connection fails before that. The signal destroys
 * the connection of the request, or keeps it from being sent.
 */
export async function post(
  pool: Pool,
  request: Post,
  received: Received,
  signal: AbortSignal,
): Promise<void> {
  const { statusCode, headers, body } = await pool.request({ ...request, method: 'POST', signal });
  Object.assign(received, { status: statusCode, headers });
  for await (const chunk of body as AsyncIterable<Buffer>) {
    received.chunks.push(chunk);
    received.byteCount += chunk.length;
    // Leaving the loop destroys the connection: the rest is not wanted.
    if (received.byteCount >= ANSWER_BYTES_MAX) return;
  }
}
