import type { Querier } from '../../stores/postgres.ts';
import { gatherLoads } from '../../turns/gather-loads.ts';
import type { Lot } from '../lot.ts';
import type { KnownLot } from './known-lot.ts';

/** What callers are shown of a lot, beside what is known of it. */
export type LotDescription = Omit<
  Lot,
  keyof KnownLot | 'now' | 'is_reported' | 'occupied_spaces' | 'surge_pct'
> & {
  /** The lot itself as callers are shown it, and what it was made `of`; null until then. */
  text: { of: KnownLot; json: string } | null;
};

/** Descriptions in the order of the lots; null for a lot that is no longer there. */
export type DescribeLots = (lotIds: readonly string[]) => Promise<(LotDescription | null)[]>;

export type DescribedLots = {
  describe: DescribeLots;
  /** Of lots whose descriptions changed. */
  forget(lotIds: readonly string[]): void;
  forgetAll(): void;
};

/** Forgotten beyond what has to be, as a part of the limit: looking for the oldest is slow. */
const FORGOTTEN_PART = 1 / 10;

/**
 * Descriptions of the lots that were shown, at most `keptMax` of them (more when one call needs
 * more). Those that are missing are read by one statement for all waiting callers.
 */
export function openDescribedLots(db: Querier, keptMax: number): DescribedLots {
  /** In the order in which they were read. */
  let kept = new Map<string, LotDescription | null>();
  /** Lots that changed since the statement began that is running; null: all may have. */
  let changed: Set<string> | null = new Set();

  const load = gatherLoads(async (lotIds: readonly string[]) => {
    forgetFirst();
    const missing = lotIds.filter((lotId) => !kept.has(lotId));
    changed = new Set();
    const read = await readDescriptions(db, missing);
    // What changed meanwhile is read again by those who need it.
    for (const lotId of missing)
      if (changed?.has(lotId) === false) kept.set(lotId, read.get(lotId) ?? null);
  });

  /** Called before lots are added, never after it, so that they are there for their callers. */
  function forgetFirst(): void {
    if (kept.size <= keptMax) return;
    for (const lotId of kept.keys()) {
      if (kept.size <= (1 - FORGOTTEN_PART) * keptMax) return;
      kept.delete(lotId);
    }
  }

  return {
    async describe(lotIds) {
      for (;;) {
        const found = lotIds.map((lotId) => kept.get(lotId));
        const here = found.filter((description) => description !== undefined);
        if (here.length === lotIds.length) return here;
        await load(lotIds);
      }
    },
    forget(lotIds) {
      for (const lotId of lotIds) {
        kept.delete(lotId);
        changed?.add(lotId);
      }
    },
    forgetAll() {
      kept = new Map();
      changed = null;
    },
  };
}

type Row = Omit<LotDescription, 'text'> & { lot_id: string };

/** By the ids of the lots. */
export async function readDescriptions(
  db: Querier,
  lotIds: readonly string[],
): Promise<Map<string, LotDescription>> {
  if (lotIds.length === 0) return new Map();
  const rows = await db.query<Row>('lots_read_described', { lot_ids: lotIds });
  return new Map(rows.map(({ lot_id, ...row }) => [lot_id, { ...row, text: null }]));
}
