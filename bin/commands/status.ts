import type { Command } from 'commander';
import { counted } from '../../src/kit/text/counted.ts';
import { toRecord } from '../../src/stores/row-names.ts';
import type { Status } from '../../src/stores/warehouse/find-status.ts';
import { withDatabase } from '../database.ts';
import { type OutputOptions, print } from '../output.ts';

const BYTES_IN_MB = 1_000_000;
const PLATES = {
  plain: 'stored plain: run hexlot plates seal once no process of an older version runs',
  sealing: 'not all sealed yet: run hexlot plates seal',
  sealed: 'sealed',
};

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('how old the figures are, how the last refresh went, and what is stored')
    .option('--json', 'one JSON object on stdout')
    .action(async (options: OutputOptions) => {
      const { findStatus } = await import('../../src/stores/warehouse/find-status.ts');
      const status = await withDatabase('status', findStatus);
      print(options, toRecord(status), describe(status));
    });
}

function describe(status: Status): string[] {
  const { database, sources, warehouse, archive, searches, queue } = status;
  const line = (name: string, text: string) => `${name.padEnd(12)} ${text}`;
  return [
    line('database', `${database.name}, ${megabytes(database.bytes)}`),
    line('plates', PLATES[status.plates]),
    line('pipelines', status.isRunning ? 'running' : 'not running'),
    ...describeRefresh(status).map((text) => line('refresh', text)),
    ...sources.map(({ name, tx, id, age_s }) =>
      line('watermark', `${name} ${tx}/${id}, ${aged(age_s)}`),
    ),
    line('warehouse', `${counted(warehouse.rows ?? 0, 'row')}, ${megabytes(warehouse.bytes ?? 0)}`),
    ...describeQuarantine(status).map((text) => line('quarantine', text)),
    line(
      'archive',
      `${counted(archive.rows, 'row')} in ${counted(archive.files, 'file')}, ` +
        megabytes(archive.bytes),
    ),
    ...archive.damaged.map(({ file, source, rows, damage }) =>
      line('archive', `${file} (${counted(rows, 'row')} of ${source}) is ${damage}`),
    ),
    line('searches', describeSearches(searches)),
    line('queue', queue.map(({ job, state }) => `${job} ${state}`).join(', ') || 'empty'),
  ];
}

function describeRefresh({ refresh }: Status): string[] {
  const { succeeded_at, age_s, duration_ms, steps, failed_at, failure, failures, failing } =
    refresh;
  const rows = steps.map((step) => `${step.name} ${step.rows}`).join(', ');
  return [
    succeeded_at === null ? 'none yet' : `${aged(age_s)}, took ${duration_ms} ms`,
    ...(rows === '' ? [] : [`rows: ${rows}`]),
    ...(failed_at === null
      ? []
      : [`failed last at ${failed_at} (${failures} since the last success): ${failure}`]),
    ...failing.map(
      ({ name, since, failure_count, reason }) =>
        `${name} fails since ${since} (${counted(failure_count, 'time')}): ${reason}`,
    ),
  ];
}

function describeQuarantine({ quarantine }: Status): string[] {
  const { is_too_large, facts } = quarantine;
  const counts = facts.map(
    ({ source, fact, rows, since }) =>
      `${counted(rows, 'row')} of ${source} since ${since}: not in ${fact}, nor in any figure`,
  );
  const look = 'hexlot quarantine list tells of each why it cannot be read';
  const tooLarge = 'they are too many: nothing is published';
  return facts.length === 0 ? [] : [...counts, ...(is_too_large ? [tooLarge] : []), look];
}

function describeSearches({ days, dropped_before }: Status['searches']): string {
  const older = dropped_before === null ? '' : `, those before ${dropped_before} are dropped`;
  return `${counted(days, 'day')} in PostgreSQL${older}`;
}

function aged(seconds: number | null): string {
  return seconds === null ? 'age unknown' : `${counted(seconds, 'second')} old`;
}

function megabytes(bytes: number): string {
  return `${(bytes / BYTES_IN_MB).toFixed(1)} MB`;
}
