import type { Command } from 'commander';
import { type OutputOptions, print } from '../../output.ts';

export function addRefresh(program: Command): void {
  addJob(program, 'refresh', 'drain, build, check and publish once, now');
}

export function addRebuild(program: Command): void {
  addJob(program, 'rebuild', 'make the warehouse again from nothing');
}

function addJob(program: Command, name: 'refresh' | 'rebuild', description: string): void {
  program
    .command(name)
    .description(description)
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions) => {
      const { describeRefresh, runRefresh } = await import('../../warehouse-job.ts');
      const result = await runRefresh(name);
      print(options, result, describeRefresh(result));
    });
}
