import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { oneAtATime } from '../src/one-at-a-time.ts';

/** Content codings this service sends. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Near gzip's speed and smaller; the highest quality takes a hundred times as long. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** One thread compresses, one text after another: the others are left for everything else. */
export const compressInTurn = oneAtATime();

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** The best coding of those offered that an Accept-Encoding header allows (RFC 9110 12.5.3). */
export function chooseEncoding(accept: string | undefined, offered: readonly Encoding[]): Encoding {
  const weights = new Map(
    (accept ?? 'identity')
      .toLowerCase()
      .split(',')
      .map((item) => {
        const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
        const q = parameters.find((parameter) => parameter.startsWith('q='));
        return [name, q === undefined ? 1 : Number(q.slice(2))] as const;
      }),
  );
  const isAllowed = (name: Encoding) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return offered.find(isAllowed) ?? 'identity';
}

/** Compresses on another thread. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressInTurn(() => compressGzip(body));
  if (encoding === 'br') return compressInTurn(() => compressBrotli(body, BROTLI));
  return body;
}
