import { notFound } from '../../errors.ts';
import type { Querier } from '../../stores/postgres.ts';

export type KnownRef = { lot_id: string; currency: string };

/** The lots of an operator in one world by their references. Errors: NOT_FOUND (operator). */
export async function lotsByRef(
  db: Querier,
  { operatorId, livemode }: { operatorId: string; livemode: boolean },
): Promise<ReadonlyMap<string, KnownRef>> {
  const rows = await db.query<KnownRef & { ref: string | null }>('lots_list_refs', {
    operator_id: operatorId,
    livemode,
  });
  if (rows.length === 0) throw notFound('operator');
  return new Map(rows.flatMap((row) => (row.ref === null ? [] : [[row.ref, row] as const])));
}
