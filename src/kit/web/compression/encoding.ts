import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { oneAtATime } from '../../pool/one-at-a-time.ts';

/** The content codings that this service sends. */
export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * This quality is nearly as fast as gzip and smaller; the highest takes a hundred times as long.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Texts are compressed one after another on a single thread, so that other work has the other
 * threads.
 */
export const compressOneByOne = oneAtATime();

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** The option that the types of `negotiator` lack. */
type Preferring = {
  encoding(
    offered: readonly string[],
    options: { preferred: readonly string[] },
  ): string | undefined;
};

/**
 * The offered coding to which an Accept-Encoding header gives the greatest weight; among equals the
 * one that is offered first (RFC 9110 12.5.3).
 */
export function chooseEncoding(accept: string | undefined, offered: readonly Encoding[]): Encoding {
  const asked: Preferring = new Negotiator({ headers: { 'accept-encoding': accept } });
  const chosen = asked.encoding(offered, { preferred: offered });
  return offered.find((encoding) => encoding === chosen) ?? 'identity';
}

/** Compresses on another thread. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressOneByOne(() => compressGzip(body));
  if (encoding === 'br') return compressOneByOne(() => compressBrotli(body, BROTLI));
  return body;
}
