import { badField } from '../../errors.ts';

/**
 * Reads a stream piece by piece; `offset` is the number of bytes read so far. `read` returns
 * exactly so many bytes, undefined at the end of the stream. Errors: BAD_REQUEST naming `file` when
 * the stream ends within a piece.
 */
type ByteReader = {
  offset: () => number;
  read: (length: number) => Promise<Uint8Array | undefined>;
};

export function openByteReader(bytes: AsyncIterator<Uint8Array>): ByteReader {
  let waiting: Uint8Array[] = [];
  let waitingLength = 0;
  let offset = 0;

  async function read(length: number): Promise<Uint8Array | undefined> {
    while (waitingLength < length) {
      const { done, value } = await bytes.next();
      if (done && waitingLength === 0) return undefined;
      if (done) throw badField('file', `ends within what begins at byte ${offset}: it is cut off`);
      waiting.push(value);
      waitingLength += value.length;
    }
    const [first] = waiting;
    const all = waiting.length === 1 && first ? first : Buffer.concat(waiting);
    waiting = [all.subarray(length)];
    waitingLength -= length;
    offset += length;
    return all.subarray(0, length);
  }

  return { offset: () => offset, read };
}
