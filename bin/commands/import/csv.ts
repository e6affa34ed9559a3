import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Command, Option } from 'commander';
import type { CsvDatabase, CsvImport, ImportedRows } from '../../../src/imports/lots/import-csv.ts';
import { DATE_ORDERS, type DateOrder } from '../../../src/kit/tables/file-times.ts';
import { counted } from '../../../src/kit/text/counted.ts';
import { rehearse } from '../../../src/stores/rehearse.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print, refuseUnusable, rejectedLines, rowsBar } from '../../output.ts';
import { addImportOptions, type ImportOptions } from './options.ts';
import { reportLines } from './report.ts';

export type CsvOptions = ImportOptions & { zone?: string; dates?: DateOrder };

/** What a CSV file of one kind has rows of, and how they are imported. */
type CsvKind = {
  command: string;
  columns: readonly string[];
  description: string;
  /** One row, in words. */
  noun: string;
  run(db: CsvDatabase, input: CsvImport, options: CsvOptions): Promise<ImportedRows>;
};

/** Adds the command that imports a CSV file of this kind, and returns it. */
export function addImportCsv(importCommand: Command, kind: CsvKind): Command {
  const command = importCommand
    .command(kind.command)
    .argument('<file>', `CSV (or .csv.gz): ${kind.columns.join(',')}`)
    .description(kind.description)
    .option('--zone <name>', 'IANA zone of times that say none, such as Europe/Berlin')
    .addOption(
      new Option('--dates <order>', 'what comes first in dates like 01/02/2026').choices(
        DATE_ORDERS,
      ),
    )
    .action((path: string, options: CsvOptions) =>
      withDatabase('import', async (db) => {
        const file = await openCsv(path);
        const progress = rowsBar(`${kind.noun}s`, file.byteCount);
        const input = {
          operatorId: options.operator,
          livemode: options.mode === 'live',
          csv: file.csv,
          map: options.map,
          zone: options.zone,
          dates: options.dates,
          onProgress: (rows: number) => progress.update(file.bytesRead(), rows),
        };
        const result = await kind.run(options.dryRun ? rehearse(db) : db, input, options);
        progress.done();
        printImported(options, result, kind.noun);
      }),
    );
  return addImportOptions(command);
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
  const would = result.dry_run ? ' would be' : '';
  print(options, result, [
    ...reportLines(result),
    `${counted(created, noun)}${would} imported, ` +
      `${counted(unchanged, 'was', 'were')} there already.`,
    ...rejectedLines(result, ({ row, lot_ref }) => `line ${row} (${lot_ref ?? 'no lot_ref'})`),
  ]);
  refuseUnusable(created + unchanged, rejected);
}
