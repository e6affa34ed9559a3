import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

type Launcher = { PACKAGES: Record<string, string> };

const { PACKAGES }: Launcher = createRequire(import.meta.url)('../../bin/pinned-node.cjs');
const ownPackage = PACKAGES[`${process.platform}-${process.arch}`] ?? 'none';

const home = mkdtempSync(join(tmpdir(), 'hexlot pinned node '));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/**
 * A separate project with the launcher, and with `program` in place of the Node installed in it.
 */
function makeProject(name: string, program?: { text: string; mode: number }): string {
  const launcher = join(home, name, 'bin', 'pinned-node.cjs');
  cpSync('bin/pinned-node.cjs', launcher);
  if (program !== undefined) {
    const installed = join(home, name, 'node_modules', ownPackage);
    mkdirSync(join(installed, 'bin'), { recursive: true });
    writeFileSync(join(installed, 'package.json'), '{}');
    writeFileSync(join(installed, 'bin', 'node'), program.text, { mode: program.mode });
  }
  return launcher;
}

const node = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });

test('the Node installed with the project runs, and its exit code is passed on', () => {
  const launcher = makeProject('installed', {
    text: '#!/bin/sh\necho "pinned: $1, $2"\nexit 3\n',
    mode: 0o755,
  });
  const { status, stdout } = node(launcher, 'a program.ts', '--its option');
  expect({ status, stdout }).toEqual({ status: 3, stdout: 'pinned: a program.ts, --its option\n' });
});

test('the command works through a link, from any folder', () => {
  const link = join(home, 'linked', '.bin', 'hexlot');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(resolve('bin/hexlot.cjs'), link);
  const { status, stdout } = spawnSync(link, ['--version'], { cwd: home, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: `${packageJson.version}\n` });
});

test('where its Node is missing, for another platform or broken, one line says so', () => {
  const unknown = join(home, 'unknown.cjs');
  writeFileSync(unknown, "Object.defineProperty(process, 'platform', { value: 'sunos' });");
  const whole = resolve('bin/pinned-node.cjs');
  const broken = makeProject('broken', { text: 'no program', mode: 0o644 });
  const refusals: [ReturnType<typeof node>, RegExp][] = [
    [node(makeProject('bare'), 'x.ts'), /^hexlot: .+ is not installed: run npm ci, .+\n$/],
    [node('--require', unknown, whole, 'x.ts'), /^hexlot: .+, and not on sunos-\w+\n$/],
    [node(broken, 'x.ts'), /^hexlot: .+ does not run here \(EACCES\)\n$/],
  ];
  for (const [{ status, stdout, stderr }, line] of refusals) {
    expect(stderr).toMatch(line);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  }
});

test('every platform whose Node is a dependency is known, in one version', () => {
  const { optionalDependencies } = packageJson;
  expect(Object.values(PACKAGES).sort()).toEqual(Object.keys(optionalDependencies).sort());
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([process.versions.node]));
});

test('no documented command and no step of CI takes a Node or a tool from the path', () => {
  const { typecheck, lint, ...scripts } = packageJson.scripts;
  for (const line of Object.values(scripts))
    expect(line).toMatch(/^(HEXLOT_TEST_SIZE=full )?node bin\/(hexlot|pinned-node)\.cjs\b/);
  // These two tools are native programs with a small starter that runs on any Node.
  expect([typecheck, lint]).toEqual(['tsc --noEmit', 'biome check .']);
  for (const path of ['README.md', '.ci/run'])
    expect(readFileSync(path, 'utf8'), path).not.toMatch(/\.bin\/|\bnpx\b/);
});
