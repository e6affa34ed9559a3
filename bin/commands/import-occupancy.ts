import type { Command } from 'commander';
import { importCounts } from '../../src/lots/counts/import-counts.ts';
import { COLUMNS } from '../../src/lots/counts/read-count.ts';
import { addImportCsv } from './import-csv.ts';

export function addImportOccupancy(importCommand: Command): void {
  addImportCsv(importCommand, {
    command: 'occupancy',
    columns: COLUMNS,
    description:
      'import counts of the vehicles on lots; lot_ref is the ref of an imported lot, times need ' +
      'their zone; what lots show now does not change; the same file twice changes nothing; ' +
      'exits with 1 when every row is rejected',
    noun: 'count',
    run: importCounts,
  });
}
