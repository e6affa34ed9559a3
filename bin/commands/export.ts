import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { counted } from '../../src/kit/text/counted.ts';
import { OSM_FORMATS, type OsmFormat } from '../../src/outbound/feeds/osm-forms.ts';
import { withDatabase } from '../database.ts';
import { type OutputOptions, print, progressBar } from '../output.ts';
import { writeWhole } from '../whole-file.ts';
import { type Mode, modeOption } from './options.ts';

type Options = OutputOptions & {
  bbox?: string;
  format: OsmFormat;
  operator?: string;
  mode: Mode;
  out?: string;
};

const HELP = `
Lots are written that are listed and active, and whose operators allow it (is_osm_export_allowed).
They are those of GET /api/v1/lots.osm, lots.osc and lots.osm?format=geojson.
The file is for a person who checks lot by lot: nothing is uploaded, and OpenStreetMap asks for a
review before anybody uploads many lots. See docs/openstreetmap.md.`;

export function addExport(program: Command): void {
  addExportOsm(program.command('export').description('write files for other programs'));
}

function addExportOsm(exportCommand: Command): void {
  exportCommand
    .command('osm')
    .description('write lots as OpenStreetMap data')
    .option('--bbox <w,s,e,n>', 'west,south,east,north in degrees; west > east: across 180')
    .addOption(
      new Option('--format <format>', 'XML of nodes, XML of changes, or GeoJSON')
        .choices(OSM_FORMATS)
        .default('osm'),
    )
    .option('--operator <id>', 'only the lots of this operator')
    .addOption(modeOption())
    .option('--out <file>', 'where to write it; stdout unless given')
    .option('--json', 'one JSON object on stdout, with --out')
    .addHelpText('after', HELP)
    .action(exportOsm);
}

async function exportOsm(options: Options): Promise<void> {
  // Other commands need not load what it does.
  const { readBoundingBox } = await import('../../api/feeds/bounding-box.ts');
  const { osmFile } = await import('../../src/outbound/feeds/osm-feed.ts');
  const { findOperator } = await import('../../src/access/operators/find-operator.ts');
  const { format, operator, out } = options;
  if (options.json && out === undefined) throw new Error('--json needs --out');
  const box = options.bbox === undefined ? null : readBoundingBox(options.bbox);
  await withDatabase('export', async (db) => {
    if (operator !== undefined) await findOperator(db, operator);
    const [stored] = await db.query<{ lotCount: number }>('lots_count', {});
    const progress = progressBar('lots', stored?.lotCount ?? 0, 'written');
    let lots = 0;
    const selection = {
      livemode: options.mode === 'live',
      operatorId: operator ?? null,
      onRead(count: number) {
        lots = count;
        progress.update(count);
      },
    };
    const texts = osmFile(db, format, selection, box);
    if (out === undefined) await pipeline(texts, process.stdout, { end: false });
    else await writeWhole(out, texts);
    progress.done();
    if (out === undefined) return;
    print(options, { lots, file: out }, [`${counted(lots, 'lot')} written to ${out}.`]);
  });
}
