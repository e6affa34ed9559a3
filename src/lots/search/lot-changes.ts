import type { Querier } from '../../stores/postgres.ts';

/** When the database was looked at; a later look sees what changed since. */
export type LotLook = {
  /** The database's clock. */
  now: Date;
  snapshot: string;
  server_run: string;
};

/** Ids of the lots that changed between two looks. */
export type ChangedLots = {
  all: readonly string[];
  /** Those of them that are described in other words than before, and not just parked on. */
  described: readonly string[];
};

type Row = LotLook & { is_cut_short: boolean; lot_ids: string[]; described_ids: string[] };

/** Beyond as many audit rows it is quicker to read again what is asked for. */
const CHANGE_COUNT_MAX = 20_000;

/**
 * Looks at the lots of both worlds. `changed` is what did since an earlier look; null: too many, or
 * nobody knows.
 */
export async function lookAtLots(
  db: Querier,
  since: LotLook | undefined,
): Promise<{ look: LotLook; changed: ChangedLots | null }> {
  const [row] = await db.query<Row>('lots_list_changed', {
    since: since?.snapshot ?? null,
    change_count_max: CHANGE_COUNT_MAX,
  });
  if (row === undefined) throw new Error('a look at lots came back without its instant');
  const { is_cut_short, lot_ids, described_ids, ...look } = row;
  // Snapshots of a server that was stopped or crashed, or of a copy of it, say nothing about now.
  const isKnown = !is_cut_short && since?.server_run === look.server_run;
  return { look, changed: isKnown ? { all: lot_ids, described: described_ids } : null };
}
