import type { Querier } from '../../../stores/postgres.ts';

/**
 * `possible`: the second lot looks like the first, which was listed before. `merged`: it is the
 * first, as the owner of the server says. `distinct`: both look alike and are two.
 */
export type ListedPair = {
  kind: 'possible' | 'merged' | 'distinct';
  lot_id: string;
  name: string;
  operator_name: string;
  other_lot_id: string;
  other_name: string;
  other_operator_name: string;
  distance_m: number;
};

/** Pairs of lots of one world that look alike or were decided about, the latest of each kind. */
export function listDuplicates(
  db: Querier,
  { livemode, limit }: { livemode: boolean; limit: number },
): Promise<ListedPair[]> {
  return db.query<ListedPair>('duplicates_list', { livemode, row_limit: limit });
}
