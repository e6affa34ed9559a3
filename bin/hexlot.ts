import { hexlotProgram } from './program.ts';

// Whoever read our output may have gone (`| head`): what is running still ends in order.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await hexlotProgram().parseAsync();
} catch (error) {
  process.stderr.write(`hexlot: ${reasonOf(error)}\n`);
  process.exitCode = 1;
}

/** One line that says what went wrong, down to the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : ` (${reasonOf(error.cause)})`;
  const message = error.message === '' ? error.name : error.message;
  return (message + cause).replaceAll('\n', ' ');
}
