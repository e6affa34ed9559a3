import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';

// Node has no call for it; this works in a process that was started without the flag, too.
v8.setFlagsFromString('--expose-gc');
const gc: NodeJS.GCFunction = runInNewContext('gc');

/**
 * Frees all objects that nothing uses any more, and gives their memory back to the system. Blocks
 * this process meanwhile: 0.2 s with 20 MB in use and 180 MB to free. By itself V8 collects them
 * only when it needs room.
 */
export function collectGarbage(): void {
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
