import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cell } from './cells.ts';

const execute = promisify(execFile);

type Launcher = { PACKAGES: Record<string, string> };
const { PACKAGES }: Launcher = createRequire(import.meta.url)('../../bin/pinned-node.cjs');

/** How this machine reaches its registry; a place gets no other settings of its npm. */
const NETWORK_SETTINGS = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy'];
/** A user without rights. */
const STRANGER = 'nobody';
const IS_ROOT = process.getuid?.() === 0;

/** Where a cell is tried: a clean folder, an environment with its npm and its Node, and a user. */
export type Place = {
  /** Everything of the cell except npm's cache. */
  home: string;
  /** The project as checked out from git. */
  folder: string;
  env: Record<string, string>;
  user: { uid: number; gid: number } | undefined;
};

/** Installs the cell's npm and Node below `into`; throws when the registry lacks them. */
export async function installTools({ npm, node }: Cell, into: string): Promise<void> {
  const platform = `${process.platform}-${process.arch}`;
  const packages = [`${PACKAGES[platform]}@${node}`, `npm@${npm}`];
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await execute('npm', ['install', '--prefix', into, ...quiet, ...packages]);
}

/**
 * Prepares a place below `home` for the tools in `tools`, in folders with spaces in their names.
 * `isStrange` makes it another user's, if this process may do so.
 */
export async function makePlace(
  home: string,
  tools: string,
  cache: string,
  isStrange: boolean,
): Promise<Place> {
  const folder = join(home, 'a clean folder');
  const userHome = join(home, 'user');
  await copyTracked(folder);
  for (const path of [userHome, cache]) await mkdir(path, { recursive: true });
  const user = isStrange && IS_ROOT ? await findStranger() : undefined;
  const { uid, gid } = user ?? { uid: 0, gid: 0 };
  if (IS_ROOT) await execute('chown', ['-R', `${uid}:${gid}`, home, cache]);
  const env = {
    ...(await networkSettings()),
    PATH: [join(tools, 'node_modules', '.bin'), ...systemPath()].join(':'),
    HOME: userHome,
    npm_config_cache: cache,
  };
  return { home, folder, env, user };
}

async function copyTracked(into: string): Promise<void> {
  const { stdout } = await execute('git', ['ls-files', '-z']);
  for (const path of stdout.split('\0').filter(Boolean)) await cp(path, join(into, path));
}

async function findStranger(): Promise<Place['user']> {
  const [uid = 0, gid = 0] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await execute('id', [which, STRANGER])).stdout)),
  );
  return { uid, gid };
}

async function networkSettings(): Promise<Record<string, string>> {
  const { stdout } = await execute('npm', ['config', 'get', ...NETWORK_SETTINGS]);
  const settings = [...stdout.matchAll(/^([\w-]+)=(.+)$/gm)]
    .filter(([, , value]) => value !== 'null')
    .map(([, name = '', value]) => [`npm_config_${name.replaceAll('-', '_')}`, value]);
  return Object.fromEntries(settings);
}

/** Without what an outer `npm run` has added: this project's tools and its Node. */
function systemPath(): string[] {
  return (process.env.PATH ?? '').split(':').filter((path) => !path.includes('node_modules'));
}
