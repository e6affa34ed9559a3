import { constants, setPriority } from 'node:os';
import type { Command } from 'commander';
import { runRole } from '../../role.ts';

export function addPipelines(program: Command): void {
  program
    .command('pipelines')
    .description('drain, build, check and publish on the timetable')
    .action(async () => {
      // Other commands need not load what it does.
      const { runPipelines } = await import('../../../pipelines/worker.ts');
      const { checkWarehouse } = await import('../../check-warehouse.ts');
      await runRole({
        name: 'pipelines',
        check: checkWarehouse,
        async start(services) {
          // A refresh can keep all processors busy; who asks the API should not wait for it.
          setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
          const pipelines = await runPipelines(services);
          return { address: null, stop: pipelines.stop };
        },
      });
    });
}
