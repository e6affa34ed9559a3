import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The protocol's own test. */
export const PROGRAM = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const run = promisify(execFile);

/** Runs the protocol's own test against a server: what it printed, and whether it passed. */
export async function runConformance(url: string, ...args: string[]) {
  try {
    const { stdout } = await run(process.execPath, [PROGRAM, 'server', '--url', url, ...args]);
    return { isPassed: true, printed: stdout };
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error)) throw error;
    return { isPassed: false, printed: String(error.stdout) };
  }
}
