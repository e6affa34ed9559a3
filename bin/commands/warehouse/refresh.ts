import type { Command } from 'commander';
import { type OutputOptions, print } from '../../output.ts';

export function addRefresh(program: Command): void {
  program
    .command('refresh')
    .description('drain, build, check and publish once, now')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions) => {
      const { describeRefresh, runRefresh } = await import('../../warehouse-job.ts');
      const result = await runRefresh('refresh');
      print(options, result, describeRefresh(result));
    });
}
