import { cellCentre, isCell } from '../../kit/geo/cells.ts';
import { openCities } from '../../kit/places/city-finder.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { type ReadingPosition, type ReadOptions, readOn } from '../../stores/read-on.ts';

/** Audit rows that are read in one transaction. */
const ROWS_PER_PART = 20_000;

/**
 * Writes down the city of every new cell with a lot, from the gazetteer: the same city that a
 * search from that cell has. Returns how many cells are new.
 */
export function placeLots(db: Postgres, options: ReadOptions = {}): Promise<number> {
  return readOn(
    db,
    'cell_cities',
    async (connection, after) => {
      const [part] = await connection.query<ReadingPosition & { cells: string[] }>(
        'cells_read_batch',
        { ...after, rowCountMax: ROWS_PER_PART },
      );
      const cells = part?.cells.filter((cell) => isCell(BigInt(cell))) ?? [];
      if (part === undefined || cells.length === 0) return part && { ...part, rowCount: 0 };
      const { cityAt } = await openCities();
      const cityIds = cells.map((cell) => cityAt(cellCentre(BigInt(cell)))?.id ?? null);
      await connection.query('cell_cities_insert', { cells, cityIds });
      return { ...part, rowCount: cells.length };
    },
    options,
  );
}
