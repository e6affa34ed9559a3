import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';

/** A lot that a row of a file can name. */
export type KnownRef = {
  lotId: string;
  currency: string;
  /** null: not known. */
  totalSpaces: number | null;
  /** Whether nobody counted `total_spaces`. */
  isCapacityEstimated: boolean;
};

type Listed = KnownRef & { ref: string | null; osmId: string | null; name: string };

/**
 * The lots of an operator in one mode by what a file may call them: their reference, else their
 * id, their OpenStreetMap element, or a name that no other of them has. Errors: NOT_FOUND
 * (operator).
 */
export async function lotsByRef(
  db: Querier,
  { operatorId, livemode }: { operatorId: string; livemode: boolean },
): Promise<ReadonlyMap<string, KnownRef>> {
  const rows = await db.query<Listed | { lotId: null }>('lots_list_refs', {
    operatorId,
    livemode,
  });
  if (rows.length === 0) throw notFound('operator');
  const lots = rows.filter((row): row is Listed => row.lotId !== null);
  const byName = Map.groupBy(lots, ({ name }) => name);
  const named = [...byName].flatMap(([name, [lot, another]]) =>
    lot === undefined || another !== undefined ? [] : [[name, lot] as const],
  );
  const by = (key: 'osmId' | 'lotId' | 'ref') =>
    lots.flatMap((lot) => (lot[key] === null ? [] : [[lot[key], lot] as const]));
  // The last of equal keys counts.
  return new Map([...named, ...by('osmId'), ...by('lotId'), ...by('ref')]);
}
