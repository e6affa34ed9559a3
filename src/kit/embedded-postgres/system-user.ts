import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, stat } from 'node:fs/promises';

export type SystemUser = { name: string; uid: number; gid: number };
type Outcome = { succeeded: boolean; output: string };

/** How long a program has to end after it was asked to. */
const END_MS_MAX = 1_000;
const OWN_NAME = 'hexlot';
const KNOWN_NAMES = ['postgres', OWN_NAME];
const CREATE_COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false', OWN_NAME],
  ['adduser', '-S', '-D', '-H', OWN_NAME],
];

// The caller's variables are not passed on: its home may be closed to the user, and any PG* or LC_*
// variable would change what the command does or the language of its messages.
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/**
 * Runs a command to its end and returns its output. With `user` it runs as that user, with only
 * that user's main group. A command that cannot be run has not succeeded; this function never
 * throws. Ctrl-C in a terminal does not reach the command; `signal` asks it to end, and kills it
 * soon after.
 */
export function run(
  command: string,
  args: readonly string[],
  options: {
    user: SystemUser | undefined;
    cwd?: string;
    input?: string;
    signal?: AbortSignal | undefined;
    /** Variables beside those of ENVIRONMENT. */
    environment?: Readonly<Record<string, string>> | undefined;
  },
): Promise<Outcome> {
  const { signal } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      // The user may not be allowed to enter the current directory of this process.
      cwd: options.cwd ?? '/',
      env: { ...ENVIRONMENT, ...options.environment },
      detached: true,
      windowsHide: true,
      ...(options.user && { uid: options.user.uid, gid: options.user.gid }),
    });
    let output = '';
    const collect = (text: Buffer) => {
      output += text.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input);
    const end = () => endGroup(child);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    const finish = (outcome: Outcome) => {
      signal?.removeEventListener('abort', end);
      resolve(outcome);
    };
    child.on('error', (error) => finish({ succeeded: false, output: error.message }));
    child.on('close', (code) => finish({ succeeded: code === 0, output: output.trim() }));
  });
}

/**
 * A program that is asked to end can clean up; after END_MS_MAX it is killed with everything it
 * started.
 */
function endGroup(child: ChildProcess): void {
  child.kill('SIGTERM');
  const insist = setTimeout(() => {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, END_MS_MAX);
  child.once('close', () => clearTimeout(insist));
}

/**
 * The user that PostgreSQL must run as: undefined (this process's own) unless that is root, which
 * PostgreSQL refuses. For root, the owner of `clusterDir` if it exists, else the system's
 * `postgres` or `hexlot`, else a `hexlot` created now. Throws when there is no such user and none
 * can be created.
 */
export async function findServerUser(clusterDir: string): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0)
    return { name: `${owner.uid}`, uid: owner.uid, gid: owner.gid };
  for (const name of KNOWN_NAMES) {
    const user = await lookUp(name);
    if (user !== undefined) return user;
  }
  return createUser();
}

/** Whether `user` may enter `dir`, tested by entering it. */
export async function canEnter(user: SystemUser, dir: string): Promise<boolean> {
  const { succeeded } = await run('sh', ['-c', 'cd -- "$1"', 'sh', dir], { user });
  return succeeded;
}

/** Creates `dir` if it is missing; every user may enter it, whatever this process's umask is. */
export async function makeOpenDir(dir: string): Promise<void> {
  try {
    await mkdir(dir);
    await chmod(dir, 0o755);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  const uid = await run('id', ['-u', name], { user: undefined });
  const gid = await run('id', ['-g', name], { user: undefined });
  if (!uid.succeeded || !gid.succeeded) return undefined;
  return { name, uid: Number(uid.output), gid: Number(gid.output) };
}

async function createUser(): Promise<SystemUser> {
  const failures: string[] = [];
  for (const [command, ...args] of CREATE_COMMANDS) {
    const { output } = await run(command, args, { user: undefined });
    const user = await lookUp(OWN_NAME);
    if (user !== undefined) return user;
    failures.push(`${command}: ${output}`);
  }
  throw new Error(
    'PostgreSQL refuses to run as root, this system has no user "postgres", and a user ' +
      `"${OWN_NAME}" could not be created (${failures.join('; ')}). Create one of them, run ` +
      'Hexlot as another user than root, or set HEXLOT_DATABASE_URL to a PostgreSQL of your own.',
  );
}
