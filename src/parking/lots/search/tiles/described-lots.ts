import { forgetOldest } from '../../../../kit/cache/forget-oldest.ts';
import { gatherLoads } from '../../../../kit/pool/gather-loads.ts';
import type { Querier } from '../../../../stores/postgres.ts';
import type { Lot } from '../../lot-columns.ts';
import type { KnownLot } from '../match/known-lot.ts';

/** What callers are shown of a lot, beside what is known of it. */
export type LotDescription = Omit<
  Lot,
  keyof KnownLot | 'now' | 'isReported' | 'occupiedSpaces' | 'surgePct'
> & {
  /** The lot itself as callers are shown it, and the reading it holds `of`; null until then. */
  text: { of: KnownLot; json: string } | null;
};

/** Descriptions in the order of the lots; null for a lot that is no longer there. */
export type DescribeLots = (lotIds: readonly string[]) => Promise<(LotDescription | null)[]>;

type DescribedLots = {
  describe: DescribeLots;
  /** Of lots whose descriptions changed. */
  forget(lotIds: readonly string[]): void;
  forgetAll(): void;
};

/**
 * Descriptions of the lots that were shown, at most `keptMax` of them (more when one call needs
 * more). Those that are missing are read by one statement for all waiting callers.
 */
export function openDescribedLots(db: Querier, keptMax: number): DescribedLots {
  /** In the order in which they were read. */
  let kept = new Map<string, LotDescription | null>();
  /** Lots that changed since the statement began that is running; undefined: none is. */
  let changed: Set<string> | undefined;

  const load = gatherLoads(async (lotIds: readonly string[]) => {
    forgetFirst();
    // Another map takes its place when all is forgotten meanwhile.
    const into = kept;
    const missing = lotIds.filter((lotId) => !into.has(lotId));
    const meanwhile = new Set<string>();
    changed = meanwhile;
    try {
      const read = await readDescriptions(db, missing);
      // What changed meanwhile is read again by those who need it.
      for (const lotId of missing)
        if (!meanwhile.has(lotId)) into.set(lotId, read.get(lotId) ?? null);
    } finally {
      changed = undefined;
    }
  });

  /** Called before lots are added, never after it, so that they are there for their callers. */
  function forgetFirst(): void {
    forgetOldest(kept.keys(), { size: () => kept.size, sizeMax: keptMax }, (lotId) =>
      kept.delete(lotId),
    );
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
    },
  };
}

type Row = Omit<LotDescription, 'text'> & { lotId: string };

/** By the ids of the lots. */
export async function readDescriptions(
  db: Querier,
  lotIds: readonly string[],
): Promise<Map<string, LotDescription>> {
  if (lotIds.length === 0) return new Map();
  const rows = await db.query<Row>('lots_read_described', { lotIds });
  return new Map(rows.map(({ lotId, ...row }) => [lotId, { ...row, text: null }]));
}
