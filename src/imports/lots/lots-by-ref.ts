import { notFound } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';

/** A lot that a row of a file can name. */
export type KnownRef = {
  lot_id: string;
  currency: string;
  /** null: not known. */
  total_spaces: number | null;
  /** Whether nobody counted `total_spaces`. */
  is_capacity_estimated: boolean;
};

type Listed = KnownRef & { ref: string | null; osm_id: string | null; name: string };

/**
 * The lots of an operator in one world by what a file may call them: their reference, else their
 * id, their OpenStreetMap element, or a name that no other of them has. Errors: NOT_FOUND
 * (operator).
 */
export async function lotsByRef(
  db: Querier,
  { operatorId, livemode }: { operatorId: string; livemode: boolean },
): Promise<ReadonlyMap<string, KnownRef>> {
  const rows = await db.query<Listed | { lot_id: null }>('lots_list_refs', {
    operator_id: operatorId,
    livemode,
  });
  if (rows.length === 0) throw notFound('operator');
  const lots = rows.filter((row): row is Listed => row.lot_id !== null);
  const byName = Map.groupBy(lots, ({ name }) => name);
  const named = [...byName].flatMap(([name, [lot, another]]) =>
    lot === undefined || another !== undefined ? [] : [[name, lot] as const],
  );
  const by = (key: 'osm_id' | 'lot_id' | 'ref') =>
    lots.flatMap((lot) => (lot[key] === null ? [] : [[lot[key], lot] as const]));
  // The last of equal keys counts.
  return new Map([...named, ...by('osm_id'), ...by('lot_id'), ...by('ref')]);
}
