import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Stack } from './stack.ts';

const BARE = fileURLToPath(new URL('./bare-bytes.ts', import.meta.url));

/** A process with node:http that sends what the service answers now at a path, and nothing else. */
export async function forkBareBytes(
  { url, key }: Stack,
  path: string,
  coding: 'gzip' | 'identity',
): Promise<{ url: string; stop(): Promise<void> }> {
  const bare = fork(BARE, [`${url}${path}`, key, coding]);
  const [{ port }] = (await once(bare, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(bare, 'exit');
      bare.disconnect();
      await ended;
    },
  };
}
