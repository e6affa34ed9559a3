import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { counted } from '../../src/counted.ts';
import { withDatabase } from '../database.ts';
import {
  type OutputOptions,
  type Progress,
  print,
  progressBar,
  refuseUnusable,
  rejectedLines,
} from '../output.ts';
import { type Mode, modeOption } from './options.ts';

type Options = OutputOptions & { operator: string; mode: Mode };

export function addImportLots(importCommand: Command): void {
  importCommand
    .command('lots')
    .argument('<file>', 'GeoJSON with OpenStreetMap keys, or of ParkAPI')
    .description(
      'import lots; the same file twice changes nothing; exits with 1 when every row is rejected',
    )
    .requiredOption('--operator <id>', 'whose lots they are')
    .addOption(modeOption())
    .option('--json', 'one JSON object on stdout')
    .action(async (file: string, options: Options) => {
      // Other commands need not load what it does.
      const { importLots } = await import('../../src/lots/import/import-lots.ts');
      await withDatabase('import', async (db) => {
        let progress: Progress | undefined;
        const result = await importLots(db, {
          operatorId: options.operator,
          livemode: options.mode === 'live',
          file: (await open(file)).createReadStream(),
          onProgress(done, total) {
            progress ??= progressBar('lots', total, 'rows');
            progress.update(done);
          },
        });
        progress?.done();
        const { created, updated, unchanged, rejected } = result;
        print(options, result, [
          `${counted(created, 'lot')} created, ${updated} updated, ${unchanged} unchanged.`,
          ...rejectedLines(result, ({ row, name }) => `row ${row} (${name ?? 'no name'})`),
        ]);
        refuseUnusable(created + updated + unchanged, rejected);
      });
    });
}
