import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Finished = { code: number | null; stdout: string; stderr: string };

/** The environment for a command: this process's, without HEXLOT_ variables, and `settings`. */
export function environmentWith(settings: Record<string, string>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HEXLOT_'));
  return { ...Object.fromEntries(own), ...settings };
}

/** Runs a command to its end, like a user's shell. */
export async function runHexlot(
  args: readonly string[],
  settings: Record<string, string> = {},
  program = 'bin/hexlot.ts',
): Promise<Finished> {
  const child = spawn(process.execPath, [program, ...args], {
    env: environmentWith(settings),
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
