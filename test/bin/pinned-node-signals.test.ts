import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';

const LAUNCHER = 'bin/pinned-node.cjs';

/** Prints the signals it receives, and ends once it is sent any input. */
const LISTENER = `
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'])
    process.on(signal, () => console.log('hears ' + signal));
  process.stdin.once('data', () => {
    console.log('has tidied up');
    process.exit(7);
  });
  console.log('listens');
`;

let running: ChildProcess | undefined;
afterEach(() => {
  running?.kill('SIGKILL');
});

type Program = {
  child: ChildProcess;
  /** Everything it has printed, once that contains `text`. */
  until(text: string): Promise<string>;
  say(text: string): void;
  ended: Promise<unknown[]>;
};

function run(program: string, args: readonly string[]): Program {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  running = child;
  const ended = once(child, 'close');
  let said = '';
  child.stdout.on('data', (part) => {
    said += part;
  });
  return {
    child,
    ended,
    async until(text) {
      while (!said.includes(text)) await once(child.stdout, 'data');
      return said;
    },
    say: (text) => child.stdin.write(text),
  };
}

test.each(['SIGINT', 'SIGHUP', 'SIGTERM'] as const)(
  '%s reaches the program, and the launcher waits until it has cleaned up',
  async (signal) => {
    const { child, until, say, ended } = run(process.execPath, [LAUNCHER, '-e', LISTENER]);
    await until('listens');
    child.kill(signal);
    await until(`hears ${signal}`);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    say('end');
    expect(await ended).toEqual([7, null]);
    await until('has tidied up');
  },
);

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a program that %s ends makes the launcher end the same way',
  async (signal) => {
    const program = `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1_000)`;
    const { ended } = run(process.execPath, [LAUNCHER, '-e', program]);
    expect(await ended).toEqual([null, signal]);
  },
);

test.skipIf(process.platform !== 'linux')(
  "a terminal's Ctrl-C arrives once, and a second time only at a program that still runs",
  async () => {
    // The launcher receives another signal at once; what it passes on later arrives after that.
    const answer = "process.once('SIGINT', () => process.kill(process.ppid, 'SIGTERM'));";
    const program = `${LISTENER} ${answer}`;
    // `exec`, because some shells also end on the Ctrl-C that they received.
    const line = `exec '${process.execPath}' ${LAUNCHER} -e "${program.replaceAll(/\s+/g, ' ')}"`;
    // `script` runs a program in a terminal.
    const { until, say, ended } = run('script', ['-qec', line, '/dev/null']);
    await until('listens');
    say('\x03');
    const said = await until('hears SIGTERM\r\nhears SIGINT');
    expect(said.match(/hears \w+/g)).toEqual(['hears SIGINT', 'hears SIGTERM', 'hears SIGINT']);
    say('end\n');
    expect(await ended).toEqual([7, null]);
  },
);
