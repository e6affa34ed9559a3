import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { TEST_PLATE_KEY } from '../../plates.ts';

const PROGRAM = 'bin/hexlot.ts';

export type Finished = { code: number | null; stdout: string; stderr: string };

/**
 * The environment for a command: this process's, without HEXLOT_ variables, and `settings`; for a
 * test database with its key.
 */
export function environmentWith(settings: Record<string, string>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HEXLOT_'));
  const isOurs = settings.HEXLOT_DATABASE_URL !== undefined;
  const key = isOurs ? { HEXLOT_PLATE_KEY: TEST_PLATE_KEY } : {};
  return { ...Object.fromEntries(own), ...key, ...settings };
}

/** Runs a command to its end, like a user's shell. */
export async function runHexlot(
  args: readonly string[],
  settings: Record<string, string> = {},
  program = PROGRAM,
): Promise<Finished> {
  const { HEXLOT_PLATE_KEY, ...others } = environmentWith(settings);
  const child = spawn(process.execPath, [program, ...args], {
    // The version before does not know it.
    env: program === PROGRAM ? { ...others, HEXLOT_PLATE_KEY } : others,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part) => {
    stdout += part;
  });
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
