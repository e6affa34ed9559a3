import { cellCentre } from '../../kit/geo/cells.ts';
import { roundPoint } from '../../kit/geo/great-circle.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { toRecord } from '../../stores/row-names.ts';

/** A cell in which searches exceeded what the lots there could serve. */
type UnmetCell = {
  livemode: boolean;
  cell: string;
  unmetSearches: number;
  callerCount: number;
  suggestedSpaces: number;
  fromAt: Date;
  toAt: Date;
};

/**
 * Computes the projection sites of the last 24 hours, because what is known of who searched is kept
 * no longer. Returns how many rows were written or removed. Concurrent runs wait for each other; an
 * interrupted run leaves the sites as they were.
 */
export function projectSites(db: Postgres): Promise<{ rows: number }> {
  return db.transaction(async (connection) => {
    await connection.query('projection_sites_lock');
    const cells = await connection.query<UnmetCell>('projection_sites_compute');
    const [replaced] = await connection.query<{ rowCount: number }>('projection_sites_replace', {
      sites: JSON.stringify(cells.map(toSite)),
    });
    return { rows: replaced?.rowCount ?? 0 };
  });
}

function toSite(unmet: UnmetCell): object {
  const { lat, lng } = roundPoint(cellCentre(BigInt(unmet.cell)));
  return toRecord({ ...unmet, latitude: lat, longitude: lng });
}
