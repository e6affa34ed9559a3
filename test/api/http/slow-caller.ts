import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

const QUIET_TURNS = 200;

/** Sends a request on a paused socket, which reads nothing until it is resumed. */
export async function askWithoutReading(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

/**
 * Waits until the count has risen above 0 and then stays the same for many turns of the event loop.
 */
export async function untilQuiet(count: () => number): Promise<void> {
  for (let quiet = 0, before = -1; quiet < QUIET_TURNS; quiet += 1) {
    await nextTurn();
    if (count() !== before || before === 0) quiet = 0;
    before = count();
  }
}

/** Waits for many turns of the event loop, for effects that cannot be counted. */
export async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < QUIET_TURNS; turn += 1) await nextTurn();
}
