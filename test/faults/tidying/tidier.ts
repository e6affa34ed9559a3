import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { JobName, Run } from './job.ts';

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));

export type Order = {
  connectionString: string;
  job: JobName;
  /** Where the process has to die: at which passing of a point, counted from 1. */
  death?: { point: string; pass: number };
};

/** A process of its own that runs jobs when it is ordered to. */
export type Tidier = {
  /** Runs a job once; returns its outcome, or undefined when the process was killed during it. */
  run(order: Order): Promise<Run | undefined>;
  /** kill -9; resolves once it is gone. */
  kill(): Promise<void>;
};

/** Resolves once the process takes orders. */
export async function startTidier(): Promise<Tidier> {
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    if (signal !== 'SIGKILL') throw new Error(`the tidier ended by itself (${code ?? signal})`);
    return [undefined];
  });
  const answer = async (): Promise<Run | undefined> => {
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return message;
  };
  await answer();
  return {
    run(order) {
      child.send(order);
      return answer();
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
