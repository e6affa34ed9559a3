import { type Command, Option } from 'commander';
import { importCounts } from '../../../src/imports/counts/import-counts.ts';
import { COUNTED, type Counted } from '../../../src/imports/counts/read-count.ts';
import { addImportCsv, type CsvOptions } from './csv.ts';

type Options = CsvOptions & { counts?: Counted };

export function addImportOccupancy(importCommand: Command): void {
  addImportCsv(importCommand, {
    command: 'occupancy',
    columns: ['lot_ref', 'at', 'occupied'],
    description:
      'import counts of the vehicles on lots, or of free spaces, with a row for each count or a ' +
      'column for each lot; what lots show now does not change; the same file twice changes ' +
      'nothing; exits with 1 when every row is rejected',
    noun: 'count',
    run: (db, input, { counts }: Options) => importCounts(db, { ...input, counted: counts }),
  }).addOption(
    new Option('--counts <what>', 'what the numbers are: vehicles, or free spaces').choices(
      COUNTED,
    ),
  );
}
