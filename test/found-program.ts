import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** Far more than any of these programs needs. */
const PROGRAM_MS_MAX = 300_000;

/** Why a test cannot run here: the first program that this machine does not have. */
export function missingProgram(
  programs: readonly (readonly [program: string, ...args: string[]])[],
): string | undefined {
  for (const [program, ...args] of programs) {
    const { status } = spawnSync(program, args, { stdio: 'ignore' });
    if (status !== 0) return `${[program, ...args].join(' ')} does not work here`;
  }
  return undefined;
}

/** What a program prints, while this process serves it. Rejects when it fails or never ends. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<string> {
  const { stdout } = await execute(program, args, { ...options, timeout: PROGRAM_MS_MAX }).catch(
    (error) => {
      throw new Error(`${error.message}\n${error.stdout}`);
    },
  );
  return stdout;
}
