import { Console } from 'node:console';
import type { EventEmitter } from 'node:events';
import { type Command, CommanderError } from 'commander';
import { hexlotProgram } from '../../../bin/program.ts';
import { wholeReason } from '../../../src/kit/text/whole-reason.ts';
import { environmentWith, type Finished } from './run-hexlot.ts';

/** What a command listens to, to end in order: this process ends as it did before. */
const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'];
/** What `pipeline` goes on listening to on an output that it does not end. */
const OUTPUT_EVENTS = ['error', 'finish', 'close', 'end', 'drain', 'unpipe'];

/**
 * Runs a command to its end within this process, in a tenth of the time that `runHexlot` takes: for
 * what a command does, where other cases of the same file start it as a user's shell does. Not for
 * two at once, since the environment and the output are those of the process; nor for roles, which
 * end theirs.
 */
export async function callHexlot(
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<Finished> {
  const stdout = lendOutput(process.stdout);
  const stderr = lendOutput(process.stderr);
  const listeners = [
    lendListeners(process, STOPS),
    lendListeners(process.stdout, OUTPUT_EVENTS),
    lendListeners(process.stderr, OUTPUT_EVENTS),
  ];
  const lent = [stdout, stderr, lendConsole(), lendEnvironment(settings), ...listeners];
  try {
    const program = await hexlotProgram(args[0]);
    throwAtExit(program);
    await program.parseAsync(args, { from: 'user' });
    return { code: 0, stdout: stdout.text(), stderr: stderr.text() };
  } catch (error) {
    const isShown = error instanceof CommanderError;
    if (!isShown) process.stderr.write(`hexlot: ${wholeReason(error)}\n`);
    const code = isShown ? error.exitCode : 1;
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const { giveBack } of lent) giveBack();
  }
}

/** Where the command line itself would end the process: after help, and for wrong words. */
function throwAtExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(throwAtExit);
}

function lendEnvironment(settings: Record<string, string>) {
  const own = process.env;
  process.env = environmentWith(settings);
  return {
    giveBack() {
      process.env = own;
    },
  };
}

function lendListeners(emitter: EventEmitter, names: readonly string[]) {
  const own = names.map((name) => [name, emitter.rawListeners(name)] as const);
  const most = emitter.getMaxListeners();
  // Threads of files that ran before in this process still write to its output.
  emitter.setMaxListeners(most + Math.max(...own.map(([, before]) => before.length)));
  return {
    giveBack() {
      emitter.setMaxListeners(most);
      for (const [name, before] of own)
        for (const listener of emitter.rawListeners(name))
          if (!before.includes(listener)) emitter.off(name, listener as () => void);
    },
  };
}

/** That of the tests does not write to the streams of the process. */
function lendConsole() {
  const own = globalThis.console;
  globalThis.console = new Console(process.stdout, process.stderr);
  return {
    giveBack() {
      globalThis.console = own;
    },
  };
}

/** Takes what is written to a stream, instead of the stream. */
function lendOutput(stream: NodeJS.WriteStream) {
  const own = stream.write;
  let text = '';
  stream.write = (part: string | Uint8Array) => {
    text += Buffer.from(part as string).toString();
    return true;
  };
  return {
    text: () => text,
    giveBack() {
      stream.write = own;
    },
  };
}
