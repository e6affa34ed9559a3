import { once } from 'node:events';
import type { Command } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { readConfig } from '../../../src/config.ts';
import { plainUrl } from '../../../src/kit/read-setting.ts';
import { wholeReason } from '../../../src/kit/text/whole-reason.ts';
import { stopSignal, whenStopped } from '../../stop-request.ts';

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('pass messages of an assistant, on stdin and stdout, on to the tools of an API')
    .option('--url <base>', 'the address of the API; that of HEXLOT_BASE_URL unless given')
    .action(serve);
}

/** Only messages of the protocol are written to stdout. */
async function serve(options: { url?: string }): Promise<void> {
  const config = readConfig();
  const say = (line: string) => process.stderr.write(`hexlot: ${line}\n`);
  const baseUrl =
    plainUrl({ '--url': options.url }, '--url', ['http:', 'https:']) ?? config.baseUrl;
  const signal = stopSignal();
  // Other commands start without them.
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const { forwardTools } = await import('./forward.ts');
  const tools = await forwardTools(baseUrl, config.apiKey, packageJson.version);
  const keyed = config.apiKey === undefined ? 'without a key (HEXLOT_API_KEY)' : 'with a key';
  say(`passing messages on to ${baseUrl}/mcp, ${keyed}`);
  const stdio = serveStdio(tools.newServer, {
    onerror: (error) => say(wholeReason(error)),
  });
  const { stdin } = process;
  await Promise.race([whenStopped(signal), once(stdin, 'end'), once(stdin, 'close')]);
  await stdio.close();
  await tools.close();
}
