import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ReadyMessage } from '../../../bin/role.ts';
import { childEnvironment } from '../../../src/config.ts';
import type { Answer } from '../../api/client.ts';
import { TEST_PLATE_KEY } from '../../plates.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/hexlot.ts', import.meta.url));

type Ending = { code: number | null; signal: NodeJS.Signals | null };

/** The real api role in a process of its own. */
export type ApiProcess = {
  url: string;
  pid: number;
  /**
   * One call and its answer; undefined when the connection was lost after its end was asked for.
   */
  exchange(path: string, call: RequestInit): Promise<Answer | undefined>;
  /** Whether its end was not asked for yet. */
  isKept(): boolean;
  /** kill -9; resolves once it is gone. */
  kill(): Promise<Ending>;
  /** Asks it to end; resolves once it is gone. */
  stop(): Promise<Ending>;
  /** Stops it without ending it: it exists, but does nothing more. */
  freeze(): void;
};

const running = new Set<ChildProcess>();

/**
 * Starts the role on a free port; resolves once it serves, rejects with its log when it ends.
 * Processes with the same `compileCache`, a folder, start in two thirds of the time. `program`: of
 * another version.
 */
export async function startApiProcess(
  connectionString: string,
  {
    compileCache,
    program = PROGRAM,
    settings = {},
  }: { compileCache?: string; program?: string; settings?: Record<string, string> } = {},
): Promise<ApiProcess> {
  const child = spawn(process.execPath, [program, 'api'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: childEnvironment({
      HEXLOT_DATABASE_URL: connectionString,
      HEXLOT_PORT: '0',
      ...(program === PROGRAM && { HEXLOT_PLATE_KEY: TEST_PLATE_KEY }),
      HEXLOT_LOG_LEVEL: 'error',
      ...settings,
      ...(compileCache !== undefined && { NODE_COMPILE_CACHE: compileCache }),
    }),
  });
  running.add(child);
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const died = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the api role did not start (${code ?? signal}): ${log}`);
  });
  const [message] = await Promise.race([once(child, 'message'), died]);
  const { address } = message as ReadyMessage;
  died.catch(() => undefined);
  return watchProcess(child, address ?? '', () => log);
}

/** A process that serves the api at `url`, itself or through its children. */
export function watchProcess(child: ChildProcess, url: string, log: () => string): ApiProcess {
  let isKept = true;
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });

  // Only once: a process that has removed its last handler would die of a second signal.
  function end(signal: NodeJS.Signals): Promise<Ending> {
    if (isKept) child.kill(signal);
    isKept = false;
    return ended;
  }
  return {
    url,
    pid: child.pid ?? 0,
    async exchange(path, call) {
      try {
        return await answerTo(await fetch(url + path, call));
      } catch (error) {
        if (isKept)
          throw new Error(`a connection to the api role was lost: ${log()}`, { cause: error });
        return undefined;
      }
    },
    isKept: () => isKept,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => child.kill('SIGSTOP'),
  };
}

async function answerTo(response: Response): Promise<Answer> {
  const text = await response.text();
  const headers = Object.fromEntries(response.headers);
  const body = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers, text, body };
}

/** Kills all of these processes, whatever the tests did. */
export function killApiProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}
