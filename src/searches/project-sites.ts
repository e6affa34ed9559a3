import { cellCentre } from '../geometry/cells.ts';
import { roundPoint } from '../geometry/great-circle.ts';
import type { Postgres } from '../stores/postgres.ts';

/** A cell in which searches exceeded what the lots there could serve. */
type UnmetCell = {
  livemode: boolean;
  cell: string;
  unmet_searches: number;
  caller_count: number;
  suggested_spaces: number;
  from_at: Date;
  to_at: Date;
};

/**
 * Makes the projection sites those of the last 24 hours, for as long as it is known who searched.
 * Returns how many rows were written or removed. Runs at once wait for each other; one that is cut
 * off leaves the sites as they were.
 */
export function projectSites(db: Postgres): Promise<{ rows: number }> {
  return db.transaction(async (connection) => {
    await connection.query('projection_sites_lock');
    const cells = await connection.query<UnmetCell>('projection_sites_compute');
    const [replaced] = await connection.query<{ row_count: number }>('projection_sites_replace', {
      sites: JSON.stringify(cells.map(toSite)),
    });
    return { rows: replaced?.row_count ?? 0 };
  });
}

function toSite(unmet: UnmetCell): object {
  const { lat, lng } = roundPoint(cellCentre(BigInt(unmet.cell)));
  return { ...unmet, latitude: lat, longitude: lng };
}
