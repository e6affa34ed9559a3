import { constants, setPriority } from 'node:os';
import type { Command } from 'commander';
import { runPipelines } from '../../pipelines/worker.ts';
import { runRole } from '../role.ts';
import { checkWarehouse } from '../warehouse-job.ts';

export function addPipelines(program: Command): void {
  program
    .command('pipelines')
    .description('drain, build, check and publish on the timetable')
    .action(() =>
      runRole({
        name: 'pipelines',
        check: checkWarehouse,
        async start(house) {
          // A refresh can keep all processors busy; who asks the API should not wait for it.
          setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
          const pipelines = await runPipelines(house);
          return { address: null, stop: pipelines.stop };
        },
      }),
    );
}
