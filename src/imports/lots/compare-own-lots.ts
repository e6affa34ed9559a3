import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { badField, type FieldProblem } from '../../kit/errors.ts';
import type { LotsDiff } from '../../kit/osm/diff/diff-lots.ts';
import { diffInThread } from '../../kit/osm/diff/diff-threads.ts';
import { areaOf, boxesAround } from '../../kit/osm/diff/extract-area.ts';
import { METRES_MAX } from '../../kit/osm/diff/likeness.ts';
import { listComparedLots } from '../../parking/lots/list-compared-lots.ts';
import type { Querier } from '../../stores/postgres.ts';
import { readOsmObjects } from './files/read-osm-objects.ts';

/** Of the operator, in the area of the file. */
export const COMPARED_LOTS_MAX = 10_000;

type Compared = LotsDiff & {
  /** Car parks of the file whose place cannot be told. */
  leftOut: { name: string; problem: FieldProblem }[];
};

/**
 * Compares the car parks of an extract of OpenStreetMap with the listed, active lots that the
 * caller's operator has in its area, whether or not they may be put there: it sees them anyway.
 * Nothing is written. Errors: BAD_REQUEST naming `file`; FORBIDDEN for a fleet's key.
 */
export async function compareOwnLots(
  db: Querier,
  caller: Principal,
  file: string,
): Promise<Compared> {
  refuseFleet(caller, 'lots');
  const bytes = Buffer.from(file);
  const { objects, unplaced } = await readOsmObjects(async function* open() {
    yield bytes;
  });
  const area = areaOf(objects.map(({ point }) => point));
  const lots = area === undefined ? [] : await lotsAround(db, caller, area);
  const diff = await diffInThread({ objects, lots, area });
  if (diff === undefined)
    throw badField('file', 'has too many car parks in one place to be compared: divide it');
  return { ...diff, leftOut: unplaced };
}

async function lotsAround(
  db: Querier,
  { operatorId, livemode }: Principal,
  area: NonNullable<ReturnType<typeof areaOf>>,
) {
  const lots = await listComparedLots(db, {
    ...{ boxes: boxesAround(area, METRES_MAX), operatorId, livemode },
    countMax: COMPARED_LOTS_MAX + 1,
  });
  if (lots.length > COMPARED_LOTS_MAX)
    throw badField('file', `covers more than ${COMPARED_LOTS_MAX} of your lots: divide its area`);
  return lots.map((lot) => ({ ...lot, is_osm_export_allowed: true }));
}
