import type { Querier } from '../../../stores/postgres.ts';

/**
 * `possible`: the second lot looks like the first, which was listed before. `merged`: it is the
 * first, as the owner of the server says. `distinct`: both look alike and are two.
 */
export type ListedPair = {
  kind: 'possible' | 'merged' | 'distinct';
  lotId: string;
  name: string;
  operatorName: string;
  otherLotId: string;
  otherName: string;
  otherOperatorName: string;
  distanceM: number;
};

/** Pairs of lots of one mode that look alike or were decided about, the latest of each kind. */
export function listDuplicates(
  db: Querier,
  { livemode, limit }: { livemode: boolean; limit: number },
): Promise<ListedPair[]> {
  return db.query<ListedPair>('duplicates_list', { livemode, rowLimit: limit });
}
