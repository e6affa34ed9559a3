import type { Command } from 'commander';
import { runRole } from '../../role.ts';

export function addCourier(program: Command): void {
  program
    .command('courier')
    .description('send events to webhooks; any number can run side by side')
    .action(async () => {
      // Other commands need not load what it does.
      const { openCourier } = await import(
        '../../../src/outbound/webhooks/courier/open-courier.ts'
      );
      await runRole({
        name: 'courier',
        async check({ config, log }) {
          const { webhookAllow: allow } = config;
          if (allow.length > 0)
            log.warn(
              { allow },
              'HEXLOT_WEBHOOK_ALLOW: webhooks may be private and plain http here',
            );
        },
        async start(services) {
          return { address: null, stop: openCourier(services).stop };
        },
      });
    });
}
