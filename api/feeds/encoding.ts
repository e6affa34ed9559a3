import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { oneAtATime } from '../../src/turns/one-at-a-time.ts';

/** Content codings this service sends. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Near gzip's speed and smaller; the highest quality takes a hundred times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** One thread compresses, one text after another: the others are left for everything else. */
export const compressInTurn = oneAtATime();

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** What the declared types of `negotiator` leave out. */
type Preferring = {
  encoding(
    offered: readonly string[],
    options: { preferred: readonly string[] },
  ): string | undefined;
};

/**
 * The coding of those offered that an Accept-Encoding header gives the greatest weight, of equal
 * ones the first (RFC 9110 12.5.3).
 */
export function chooseEncoding(accept: string | undefined, offered: readonly Encoding[]): Encoding {
  const asked: Preferring = new Negotiator({ headers: { 'accept-encoding': accept } });
  const chosen = asked.encoding(offered, { preferred: offered });
  return offered.find((encoding) => encoding === chosen) ?? 'identity';
}

/** Compresses on another thread. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressInTurn(() => compressGzip(body));
  if (encoding === 'br') return compressInTurn(() => compressBrotli(body, BROTLI));
  return body;
}
