import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Command } from 'commander';
import { counted } from '../../src/counted.ts';
import { importSessions } from '../../src/sessions/import/import-sessions.ts';
import { withDatabase } from '../database.ts';
import {
  type OutputOptions,
  print,
  progressBar,
  refuseUnusable,
  rejectedLines,
} from '../output.ts';
import { type Mode, modeOption } from './options.ts';

type Options = OutputOptions & { operator: string; mode: Mode };

export function addImportSessions(importCommand: Command): void {
  importCommand
    .command('sessions')
    .argument('<file>', 'CSV (or .csv.gz): lot_ref,plate,started_at,ended_at,amount')
    .description(
      'import finished stays; lot_ref is the ref of an imported lot, times need their zone; ' +
        'the same file twice changes nothing; exits with 1 when every row is rejected',
    )
    .requiredOption('--operator <id>', 'whose lots they were on')
    .addOption(modeOption())
    .option('--json', 'one JSON object on stdout')
    .action(async (file: string, options: Options) => {
      await withDatabase('import', async (db) => {
        const source = (await open(file)).createReadStream();
        const csv = file.endsWith('.gz')
          ? pipeline(source, createGunzip(), () => undefined)
          : source;
        const progress = progressBar('stays', 0, 'rows read');
        const result = await importSessions(db, {
          operatorId: options.operator,
          livemode: options.mode === 'live',
          csv,
          onProgress: (rows) => progress.update(rows),
        });
        progress.done();
        const { created, unchanged, rejected } = result;
        print(options, result, [
          `${counted(created, 'stay')} imported, ` +
            `${counted(unchanged, 'was', 'were')} there already.`,
          ...rejectedLines(
            rejected,
            ({ row, lot_ref }) => `line ${row} (${lot_ref ?? 'no lot_ref'})`,
          ),
        ]);
        refuseUnusable(created + unchanged, rejected);
      });
    });
}
