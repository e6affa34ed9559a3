import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { HostileTarget } from '../../../bench/stage/hostile-caller.ts';

const HOSTILE = fileURLToPath(new URL('../../../bench/stage/hostile-caller.ts', import.meta.url));

/**
 * Starts one kind of hostile caller in a process of its own; the returned function ends it and
 * returns how many answers had each status.
 */
export async function beginHostile(
  kind: string,
  target: HostileTarget,
): Promise<() => Promise<Record<number, number>>> {
  const child = fork(HOSTILE, [kind, JSON.stringify(target)]);
  await once(child, 'message');
  return async () => {
    child.send('tell');
    const [statuses] = (await once(child, 'message')) as [Record<number, number>];
    child.disconnect();
    await once(child, 'exit');
    return statuses;
  };
}
