import type { OsmObject, OwnLot } from '../../../src/kit/osm/diff/place.ts';
import { shownText } from '../../../src/kit/text/shown-text.ts';
import { withDatabase } from '../../database.ts';
import { openShownFile } from '../shown-file.ts';
import type { AskedLots } from './osm.ts';

/** The car parks of an extract; those whose place cannot be told are named on stderr. */
export async function readExtract(path: string): Promise<OsmObject[]> {
  const { readOsmObjects } = await import('../../../src/imports/lots/files/read-osm-objects.ts');
  const { objects, unplaced } = await readOsmObjects(await openShownFile(path));
  for (const { name, problem } of unplaced)
    console.error(`left out: ${shownText(name)}: ${problem.field}: ${problem.reason}`);
  return objects;
}

export async function readOwnLots(asked: AskedLots): Promise<OwnLot[]> {
  const { listComparedLots } = await import('../../../src/parking/lots/list-compared-lots.ts');
  return withDatabase('export', (db) => listComparedLots(db, asked));
}
