import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ASK = fileURLToPath(new URL('./ask-for-feeds.ts', import.meta.url));
const CONNECTIONS = 16;

/** How often each status was answered, and how many bytes came. */
export type HostileCount = { statuses: Record<number, number>; byteLength: number };

/**
 * Has ever-different large boxes of the map of lots asked for on 16 connections without a key, by a
 * process of its own: what they cost their caller is no part of what others wait for.
 */
export function startHostileFeeds(url: string, seed: number): { stop(): Promise<HostileCount> } {
  const child = fork(ASK, [url, String(CONNECTIONS), String(seed)]);
  return {
    async stop() {
      const ended = once(child, 'exit');
      child.send('stop');
      const [count] = (await once(child, 'message')) as [HostileCount];
      await ended;
      return count;
    },
  };
}
