import type { Querier } from '../../stores/postgres.ts';

/** How far searches reach. A city that several lots write differently counts as often. */
export type Coverage = { lotCount: number; countryCount: number; cityCount: number };

/** Counts the lots that searches of this mode can find, and their countries and cities. */
export async function countCoverage(db: Querier, livemode: boolean): Promise<Coverage> {
  type Row = { lotCount: number; countryCount: number; cityCount: number };
  const [row] = await db.query<Row>('lots_coverage', { livemode });
  return {
    lotCount: row?.lotCount ?? 0,
    countryCount: row?.countryCount ?? 0,
    cityCount: row?.cityCount ?? 0,
  };
}
