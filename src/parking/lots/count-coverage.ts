import type { Querier } from '../../stores/postgres.ts';

/** How far searches reach. A city that several lots write differently counts as often. */
export type Coverage = { lotCount: number; countryCount: number; cityCount: number };

/** Counts the lots that searches of this world can find, and their countries and cities. */
export async function countCoverage(db: Querier, livemode: boolean): Promise<Coverage> {
  type Row = { lot_count: number; country_count: number; city_count: number };
  const [row] = await db.query<Row>('lots_coverage', { livemode });
  return {
    lotCount: row?.lot_count ?? 0,
    countryCount: row?.country_count ?? 0,
    cityCount: row?.city_count ?? 0,
  };
}
