import type { Querier } from '../../../../stores/postgres.ts';

/** The state of the database at one look; a later look finds what changed since. */
export type LotLook = {
  /** The database's clock. */
  now: Date;
  snapshot: string;
  serverRun: string;
};

/** Ids of the lots that changed between two looks. */
export type ChangedLots = {
  all: readonly string[];
  /** Those whose description changed, and not only their stays and holds. */
  described: readonly string[];
};

type Row = LotLook & { isCutShort: boolean; lotIds: string[]; describedIds: string[] };

/** With more audit rows than this it is faster to read everything again, unless more is given. */
export const CHANGE_COUNT_MAX = 20_000;

/**
 * Looks at the lots of both modes. `changed` are those that changed since an earlier look; null:
 * too many, or not known.
 */
export async function lookAtLots(
  db: Querier,
  since: LotLook | undefined,
  changeCountMax = CHANGE_COUNT_MAX,
): Promise<{ look: LotLook; changed: ChangedLots | null }> {
  const [row] = await db.query<Row>('lots_list_changed', {
    since: since?.snapshot ?? null,
    changeCountMax,
  });
  if (row === undefined) throw new Error('a query for changed lots returned no instant');
  const { isCutShort, lotIds, describedIds, ...look } = row;
  // A snapshot of an earlier run of the server, or of a copy of the database, does not tell
  // what changed since.
  const isKnown = !isCutShort && since?.serverRun === look.serverRun;
  return { look, changed: isKnown ? { all: lotIds, described: describedIds } : null };
}
