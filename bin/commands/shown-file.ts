import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { progressBar } from '../output.ts';

const MEGABYTE = 1_000_000;

/**
 * A file that can be read from its beginning several times, with a progress bar on a terminal each
 * time that more than its first megabyte is read.
 */
export async function openShownFile(path: string): Promise<() => AsyncIterable<Uint8Array>> {
  const { size } = await stat(path);
  return async function* read() {
    const stream = createReadStream(path);
    let bar: ReturnType<typeof progressBar> | undefined;
    try {
      for await (const chunk of stream) {
        if (stream.bytesRead > MEGABYTE)
          bar ??= progressBar('reading', Math.ceil(size / MEGABYTE), 'MB');
        bar?.update(Math.ceil(stream.bytesRead / MEGABYTE));
        yield chunk;
      }
    } finally {
      bar?.done();
      stream.destroy();
    }
  };
}
