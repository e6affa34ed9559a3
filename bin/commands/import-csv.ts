import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Command } from 'commander';
import { counted } from '../../src/counted.ts';
import type { CsvImport, ImportedRows } from '../../src/lots/import/import-csv.ts';
import type { Postgres } from '../../src/stores/postgres.ts';
import { withDatabase } from '../database.ts';
import { type OutputOptions, print, refuseUnusable, rejectedLines, rowsBar } from '../output.ts';
import { type Mode, modeOption } from './options.ts';

type Options = OutputOptions & { operator: string; mode: Mode };

/** What a CSV file of one kind has rows of, and how they are imported. */
export type CsvKind = {
  command: string;
  columns: readonly string[];
  description: string;
  /** One row, in words. */
  noun: string;
  run(db: Postgres, input: CsvImport): Promise<ImportedRows>;
};

/** Adds the command that imports a CSV file of this kind. */
export function addImportCsv(importCommand: Command, kind: CsvKind): void {
  importCommand
    .command(kind.command)
    .argument('<file>', `CSV (or .csv.gz): ${kind.columns.join(',')}`)
    .description(kind.description)
    .requiredOption('--operator <id>', 'whose lots they were on')
    .addOption(modeOption())
    .option('--json', 'one JSON object on stdout')
    .action((path: string, options: Options) =>
      withDatabase('import', async (db) => {
        const file = await openCsv(path);
        const progress = rowsBar(`${kind.noun}s`, file.byteCount);
        const result = await kind.run(db, {
          operatorId: options.operator,
          livemode: options.mode === 'live',
          csv: file.csv,
          onProgress: (rows) => progress.update(file.bytesRead(), rows),
        });
        progress.done();
        printImported(options, result, kind.noun);
      }),
    );
}

type CsvFile = {
  csv: Readable;
  /** Of the file as it is stored, so of one with the ending .gz as it is compressed. */
  byteCount: number;
  bytesRead(): number;
};

async function openCsv(path: string): Promise<CsvFile> {
  const file = await open(path);
  const { size } = await file.stat();
  const source = file.createReadStream();
  const csv = path.endsWith('.gz') ? pipeline(source, createGunzip(), () => undefined) : source;
  return { csv, byteCount: size, bytesRead: () => source.bytesRead };
}

function printImported(options: OutputOptions, result: ImportedRows, noun: string): void {
  const { created, unchanged, rejected } = result;
  print(options, result, [
    `${counted(created, noun)} imported, ${counted(unchanged, 'was', 'were')} there already.`,
    ...rejectedLines(result, ({ row, lot_ref }) => `line ${row} (${lot_ref ?? 'no lot_ref'})`),
  ]);
  refuseUnusable(created + unchanged, rejected);
}
