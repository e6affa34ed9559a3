import { systemActor } from '../../../access/principals/actor.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { fromRecord } from '../../../stores/row-names.ts';
import { areAlike, type Described, NEAR_M } from './are-alike.ts';

/** Lots judged by one statement. */
const LOTS_PER_STATEMENT = 500;
/** Of the earlier listings around a spot the first; where there are more, the others are left. */
const EARLIER_MAX = 100;
/** Of the later listings around a spot, in their order, those that are judged again. */
const LATER_MAX = 500;
/** Two lots that are near one listing are first listed at most so far from each other. */
const AROUND_M = 2 * NEAR_M;
const ACTOR = systemActor('find-duplicates');

/** Lots with their places in the order of first listings. */
type Due = Map<string, number>;

type Placed = Described & {
  lotId: string;
  /** Its place in the order of first listings. */
  number: number;
  duplicateOf: string | null;
};
/** Lots as they are. `isThere`: listed and active. */
type Judged = Placed & { isThere: boolean; distinctFrom: string[] };
/** Lots of one spot, and those around it as they were first listed, in that order. */
type Spot = { lots: object[]; earlier: object[] };

/** The given lots and those that were listed after them around them, as far as they ever were. */
export async function listFrom(db: Querier, lotIds: readonly string[]): Promise<Due> {
  const rows = await db.query<{ lotId: string; number: number }>('listings_list_from', {
    lotIds,
    aroundM: AROUND_M,
    laterCountMax: LATER_MAX,
  });
  return new Map(rows.map(({ lotId, number }) => [lotId, number]));
}

/**
 * Finds out which of the lots are possible duplicates: each of the first that was listed as the
 * same car park, is listed, and is no duplicate itself. What follows for others is found out, too.
 * Writes down what has changed, and returns of how many lots. One caller at a time may judge the
 * lots of a mode.
 */
export async function judgeLots(db: Querier, due: Due): Promise<number> {
  const marks = new Map<string, string | null>();
  const markOf = ({ lotId, duplicateOf }: Placed) => {
    const mark = marks.get(lotId);
    return mark === undefined ? duplicateOf : mark;
  };
  const changed = new Map<string, string | null>();
  while (due.size > 0) {
    // The first listed are judged first, so that of each lot all earlier ones are judged before it.
    const next = takeFirst(due);
    const turned: string[] = [];
    for (const { lot, earlier } of await readJudged(db, next)) {
      const isOriginal = (one: Placed) =>
        one.number < lot.number &&
        markOf(one) === null &&
        !lot.distinctFrom.includes(one.lotId) &&
        areAlike(one, lot);
      const mark = lot.isThere ? (earlier.find(isOriginal)?.lotId ?? null) : null;
      if (mark !== markOf(lot)) turned.push(lot.lotId);
      marks.set(lot.lotId, mark);
      if (mark === lot.duplicateOf) changed.delete(lot.lotId);
      else changed.set(lot.lotId, mark);
    }
    const judged = new Set(next);
    if (turned.length > 0)
      for (const [lotId, number] of await listFrom(db, turned))
        if (!judged.has(lotId)) due.set(lotId, number);
  }
  if (changed.size > 0)
    await db.query('lots_mark_duplicates', {
      lotIds: [...changed.keys()],
      duplicatesOf: [...changed.values()],
      actorId: ACTOR.id,
    });
  return changed.size;
}

function takeFirst(due: Due): string[] {
  const first = [...due].sort((a, b) => a[1] - b[1]).slice(0, LOTS_PER_STATEMENT);
  for (const [lotId] of first) due.delete(lotId);
  return first.map(([lotId]) => lotId);
}

/** In the order of first listings. */
async function readJudged(
  db: Querier,
  lotIds: readonly string[],
): Promise<{ lot: Judged; earlier: Placed[] }[]> {
  const spots = await db.query<Spot>('listings_list_near', {
    lotIds,
    nearM: NEAR_M,
    earlierCountMax: EARLIER_MAX,
  });
  return spots
    .flatMap(({ lots, earlier: found }) => {
      const earlier = found.map((lot) => fromRecord<Placed>(lot));
      return lots.map((lot) => ({ lot: fromRecord<Judged>(lot), earlier }));
    })
    .sort((a, b) => a.lot.number - b.lot.number);
}
