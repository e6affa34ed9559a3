import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from './kept.ts';

/** Only what the program runs with, from npm's cache where it is there. */
const INSTALL = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit'];

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/**
 * Puts the code of the last release, which is the commit that last kept its descriptions, into a
 * folder that is not there yet, with the packages of its own lockfile. Returns why that cannot be
 * done here; undefined when it was done. A package that cannot be installed throws.
 */
export function unpackLastRelease(folder: string): string | undefined {
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true') return 'the git history is cut off';
    const commit = git('log', '-1', '--format=%H', '--', pathOf('openapi-1'));
    mkdirSync(folder);
    const archive = join(folder, 'release.tar');
    git('archive', '--output', archive, commit);
    execFileSync('tar', ['-xf', archive, '-C', folder]);
  } catch (error) {
    return `there is no git history here (${(error as Error).message.split('\n')[0]})`;
  }
  execFileSync('npm', INSTALL, { cwd: folder });
  return undefined;
}
