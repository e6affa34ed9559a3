import type { Command } from 'commander';
import { type OutputOptions, print } from '../../output.ts';

export function addRebuild(program: Command): void {
  program
    .command('rebuild')
    .description('make the warehouse again from nothing')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions) => {
      const { describeRefresh, runRefresh } = await import('../../warehouse-job.ts');
      const result = await runRefresh('rebuild');
      print(options, result, describeRefresh(result));
    });
}
