import { type Command, Option } from 'commander';
import type {
  ImportedLot,
  ImportedLots,
  RowProblem,
} from '../../../src/imports/lots/count-outcomes.ts';
import { counted } from '../../../src/kit/text/counted.ts';
import {
  AVAILABILITY_SHOWN,
  type AvailabilityShown,
} from '../../../src/parking/lots/availability-shown.ts';
import { readLicense } from '../../../src/parking/lots/fields/data-license.ts';
import { withDatabase } from '../../database.ts';
import {
  duplicateLines,
  notedLines,
  type Progress,
  print,
  progressBar,
  refuseUnusable,
  rejectedLines,
} from '../../output.ts';
import { openShownFile } from '../shown-file.ts';
import { addImportOptions, type ImportOptions } from './options.ts';
import { reportLines } from './report.ts';

type Options = ImportOptions & {
  dataLicense?: string;
  osmExport?: boolean;
  availability?: AvailabilityShown;
  reportsInformOnly?: boolean;
};

const describe = ({ row, name }: Pick<RowProblem, 'row' | 'name'>) =>
  `row ${row} (${name ?? 'no name'})`;

export function addImportLots(importCommand: Command): void {
  const command = importCommand
    .command('lots')
    .argument('<file>', 'CSV, JSON, GeoJSON, ParkAPI, .osm, .osm.pbf or Overpass JSON')
    .description(
      'import lots; the same file twice changes nothing; exits with 1 when every row is rejected',
    )
    .option('--data-license <id>', 'licence of the data, an SPDX identifier such as ODbL-1.0')
    .option('--osm-export', 'allow that the data is put into OpenStreetMap')
    .option('--no-osm-export', 'do not allow it; lots that exist keep what they have unless said')
    .addOption(
      new Option('--availability <what>', 'what others see of how full the lots are').choices(
        AVAILABILITY_SHOWN,
      ),
    )
    .option('--reports-inform-only', 'a count of the vehicles keeps no stay and no hold away')
    .option('--no-reports-inform-only', 'one that says full does, for 15 minutes (the default)')
    .action(async (file: string, options: Options) => {
      // Other commands need not load what it does.
      const { importLots } = await import('../../../src/imports/lots/import-lots.ts');
      const { rehearse } = await import('../../../src/stores/rehearse.ts');
      const open = await openShownFile(file);
      await withDatabase('import', async (db) => {
        let progress: Progress | undefined;
        const result = await importLots(options.dryRun ? rehearse(db) : db, {
          operatorId: options.operator,
          livemode: options.mode === 'live',
          open,
          map: options.map,
          dataLicense: options.dataLicense && readLicense(options.dataLicense),
          isOsmExportAllowed: options.osmExport,
          availabilityShown: options.availability,
          reportsInformOnly: options.reportsInformOnly,
          onProgress(done, total) {
            progress ??= progressBar('lots', total, 'rows');
            progress.update(done);
          },
        });
        progress?.done();
        print(options, result, linesFor(result));
        refuseUnusable(result.created + result.updated + result.unchanged, result.rejected);
      });
    });
  addImportOptions(command);
}

function linesFor(result: ImportedLots): string[] {
  const { created, updated, unchanged, waiting, passed_over } = result;
  const would = result.dry_run ? ' would be' : '';
  return [
    ...reportLines(result),
    `${counted(created, 'lot')}${would} created, ${updated} updated, ${unchanged} unchanged.`,
    ...(waiting > 0
      ? [`${counted(waiting, 'lot')} will be listed once the operator is checked.`]
      : []),
    ...(passed_over > 0
      ? [`${counted(passed_over, 'entry', 'entries')} passed over: no car park.`]
      : []),
    ...refLines(result.lots),
    ...duplicateLines(result, describe),
    ...notedLines(result, describe),
    ...rejectedLines(result, describe),
  ];
}

const REFS_SHOWN_MAX = 5;

/** How rows of stays and counts can name these lots. */
function refLines(lots: readonly ImportedLot[]): string[] {
  if (lots.length === 0) return [];
  const shown = lots.slice(0, REFS_SHOWN_MAX).map(({ ref, id, name }) => `${ref ?? id} (${name})`);
  const more = lots.length > shown.length ? ', … (all with --json)' : '';
  return [`As lot_ref in stays and counts: ${shown.join(', ')}${more}`];
}
