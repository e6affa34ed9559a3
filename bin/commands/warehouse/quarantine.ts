import { type Command, Option } from 'commander';
import type { Quarantine, Retried } from '../../../pipelines/quarantine.ts';
import { counted } from '../../../src/kit/text/counted.ts';
import { SOURCES } from '../../../src/stores/warehouse/sources.ts';
import { type OutputOptions, print } from '../../output.ts';

type QuarantineOptions = OutputOptions & { source?: string };

export function addQuarantine(program: Command): void {
  const quarantine = program
    .command('quarantine')
    .description('rows that could not be read, and are in no figure');
  addList(quarantine);
  addRetry(quarantine);
}

const sourceOption = () =>
  new Option('--source <source>', 'only rows of this source').choices(
    SOURCES.map(({ name }) => name),
  );

function addList(quarantine: Command): void {
  quarantine
    .command('list')
    .description('which rows these are and why, those first that have waited longest')
    .addOption(sourceOption())
    .option('--json', 'one JSON object on stdout')
    .action(async (options: QuarantineOptions) => {
      const { runListQuarantine } = await import('../../warehouse-job.ts');
      const found = await runListQuarantine({ source: options.source ?? null });
      print(options, found, describeRows(found));
    });
}

function addRetry(quarantine: Command): void {
  quarantine
    .command('retry')
    .description('read these rows again, and publish; rebuilds all facts of their sources')
    .addOption(sourceOption())
    .option('--json', 'one JSON object on stdout')
    .action(async (options: QuarantineOptions) => {
      const { runRetryQuarantine } = await import('../../warehouse-job.ts');
      const retried = await runRetryQuarantine({ source: options.source ?? null });
      print(options, retried, describeRetried(retried));
    });
}

function describeRows({ rows, row_count }: Quarantine): string[] {
  const lines = rows.map(
    ({ source, tx, id, kind, reason, since }) =>
      `${since}  ${source} ${tx}/${id}  ${kind}: ${reason}`,
  );
  const more = row_count - rows.length;
  if (row_count === 0) return ['Every row can be read.'];
  return [...lines, ...(more > 0 ? [`… and ${counted(more, 'row')} more`] : [])];
}

function describeRetried({ tried_count, row_count }: Retried): string[] {
  if (tried_count === 0) return ['Every row can be read.'];
  return [
    `${counted(tried_count, 'row')} tried again.`,
    row_count === 0
      ? 'Every row can be read now.'
      : `${counted(row_count, 'row')} cannot be read: hexlot quarantine list says why.`,
  ];
}
