import type { Command } from 'commander';
import { checkListening } from '../../../api/http/listen.ts';
import { runRole } from '../../role.ts';

export function addApi(program: Command): void {
  program
    .command('api')
    .description('serve the HTTP API')
    .action(async () => {
      // They take a second to load, and other commands do not need them.
      const { serveApi } = await import('../../serve-api.ts');
      await runRole({
        name: 'api',
        check: ({ config }) => checkListening(config),
        start: serveApi,
      });
    });
}
