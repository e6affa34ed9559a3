import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApiProcess } from './api-process.ts';

/** When callers stop, and what is called at every request and every answer. */
export type Course = { onBeat?(): void; isEnough?(): boolean };

/**
 * So many concurrent callers, each with one call at a time, until the process is asked to end or
 * `isEnough`.
 */
export async function runCallers(
  api: ApiProcess,
  callerCount: number,
  call: () => Promise<void>,
  { onBeat = () => {}, isEnough = () => false }: Course = {},
): Promise<void> {
  let isOver = false;
  const callOnAndOn = async () => {
    while (!isOver && api.isKept() && !isEnough()) {
      const step = call();
      onBeat();
      await step;
      onBeat();
    }
  };
  try {
    await Promise.all(Array.from({ length: callerCount }, callOnAndOn));
  } finally {
    isOver = true;
  }
}

/** Kills the process some turns of the event loop after a beat, counted from 0. */
export function killAt(api: ApiProcess, { beat, turns }: { beat: number; turns: number }): Course {
  let passed = 0;
  const killLater = async () => {
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    await api.kill();
  };
  return {
    onBeat() {
      if (passed++ === beat) void killLater();
    },
  };
}
