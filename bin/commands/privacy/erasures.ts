import type { Command } from 'commander';
import { counted } from '../../../src/kit/text/counted.ts';
import {
  countErasures,
  type ErasuresRun,
  runWaitingErasures,
} from '../../../src/parking/privacy/run-waiting-erasures.ts';
import { toRecord } from '../../../src/stores/row-names.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print, progressBar } from '../../output.ts';

export function addErasures(program: Command): void {
  const erasures = program
    .command('erasures')
    .description('drivers whose erasure operators asked for');
  erasures
    .command('run')
    .description('do the erasures that are due, which the pipelines do once a minute')
    .option('--now', 'also those that still wait; they can no longer be canceled')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions & { now?: boolean }) => {
      const isNow = options.now === true;
      await withDatabase('erasures', async (db, { signal }) => {
        const deps = { db, signal };
        const progress = progressBar('Erasing', await countErasures(deps, isNow), 'erasures');
        const run = await runWaitingErasures(deps, { isNow, onErased: progress.update }).finally(
          progress.done,
        );
        const failed = run.failed.map(toRecord);
        print(options, { ...run, failed }, describeRun(run));
        if (failed.length > 0) throw new Error(`${counted(failed.length, 'erasure')} failed`);
      });
    });
}

function describeRun({ done, waiting, failed }: ErasuresRun): string[] {
  const kept = 'kept waiting by stays, holds or payments that are not over';
  return [
    `${counted(done, 'erasure')} done.`,
    ...(waiting > 0 ? [`${counted(waiting, 'erasure')} ${kept}.`] : []),
    ...failed.map(({ erasureId, message }) => `  ${erasureId}: ${message}`),
  ];
}
