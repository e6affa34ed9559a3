import { wholeReason } from '../src/kit/text/whole-reason.ts';
import { hexlotProgram } from './program.ts';
import { endBySignal, isStopRequested, StopRequested } from './stop-request.ts';

/** Errors of writing when the reader is gone: a closed pipe (`| head`), a closed terminal. */
const READER_GONE = ['EPIPE', 'EIO'];

// Only the output ends; what is running still ends in order.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (!READER_GONE.includes(error.code ?? '')) throw error;
  });

try {
  const program = await hexlotProgram(process.argv[2]);
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`hexlot: ${wholeReason(error)}\n`);
  process.exitCode = 1;
  if (error instanceof StopRequested) endBySignal(error.signal);
}
// Everything is closed. Aborted work that is not done yet must not keep the process running.
if (isStopRequested()) process.exit();
