import { type Command, InvalidArgumentError } from 'commander';
import { readDecimal } from '../../../src/kit/decimal.ts';
import type { Box } from '../../../src/kit/geo/bounding-boxes.ts';
import { LATITUDE_MAX, LONGITUDE_MAX } from '../../../src/kit/geo/great-circle.ts';
import type { Area } from '../../../src/kit/osm/diff/extract-area.ts';
import type { OsmObject, OwnLot } from '../../../src/kit/osm/diff/place.ts';
import { type OutputOptions, print } from '../../output.ts';
import { writeWhole } from '../../whole-file.ts';
import { type Mode, modeOption } from '../options.ts';
import { describeDiff } from './diff-report.ts';

type Options = OutputOptions & { bbox?: Area; operator?: string; mode: Mode; out?: string };

/** Which of our lots are compared. */
export type AskedLots = {
  /** One box, or two where the area crosses the antimeridian. */
  boxes: Box[];
  /** undefined: those of all operators. */
  operatorId: string | undefined;
  livemode: boolean;
};

/** Where the two sides of the comparison come from. */
type DiffSources = {
  /** The objects of an extract, at least those with `amenity=parking`. */
  readObjects(path: string): Promise<OsmObject[]>;
  /** Our listed, active lots. */
  readLots(asked: AskedLots): Promise<OwnLot[]>;
};

export function addOsm(program: Command, sources: DiffSources): void {
  const command = program
    .command('osm')
    .description('tools for contributors to OpenStreetMap; nothing is ever uploaded');
  addOsmDiff(command, sources);
}

function addOsmDiff(osm: Command, sources: DiffSources): void {
  osm
    .command('diff')
    .argument('<file>', 'an extract of OpenStreetMap: .osm, .osm.pbf, Overpass JSON or GeoJSON')
    .description(
      'match the car parks of an OpenStreetMap extract with our lots, and say tag by tag what ' +
        'differs; tags are suggested only for lots whose operators allow it',
    )
    .option(
      '--bbox <w,s,e,n>',
      'only this area, in degrees; across the antimeridian w is more than e (default: the ' +
        'smallest area with all car parks of the file)',
      readArea,
    )
    .option('--operator <id>', 'only the lots of this operator')
    .addOption(modeOption())
    .option('--out <file>', 'write the suggestions as a MapRoulette challenge, one task a line')
    .option('--json', 'one JSON object on stdout')
    .action(async (file: string, options: Options) => {
      // Other commands need not load what it does.
      const { areaOf, boxesAround } = await import('../../../src/kit/osm/diff/extract-area.ts');
      const { diffLots } = await import('../../../src/kit/osm/diff/diff-lots.ts');
      const { METRES_MAX } = await import('../../../src/kit/osm/diff/likeness.ts');
      const objects = await sources.readObjects(file);
      const area = options.bbox ?? areaOf(objects.map(({ point }) => point));
      const lots =
        area === undefined
          ? []
          : await sources.readLots({
              boxes: boxesAround(area, METRES_MAX),
              operatorId: options.operator,
              livemode: options.mode === 'live',
            });
      const diff = diffLots(objects, lots, area);
      if (options.out !== undefined) {
        const { challengeLines } = await import('../../../src/kit/osm/diff/challenge.ts');
        await writeWhole(options.out, challengeLines(diff));
      }
      print(options, diff, describeDiff(diff, options.out));
    });
}

function readArea(text: string): Area {
  const numbers = text.split(',').map((part) => readDecimal(part.trim()) ?? Number.NaN);
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers;
  const isLng = (degrees: number) => Math.abs(degrees) <= LONGITUDE_MAX;
  const isLat = (degrees: number) => Math.abs(degrees) <= LATITUDE_MAX;
  if (numbers.length !== 4 || !isLng(west) || !isLat(south) || !isLng(east) || !isLat(north))
    throw new InvalidArgumentError('must be west,south,east,north in degrees: 24.9,60.1,25,60.2.');
  if (south > north) throw new InvalidArgumentError('south must not be more than north.');
  return { west, south, east, north };
}
