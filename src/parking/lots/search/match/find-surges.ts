import { cellParent } from '../../../../kit/geo/cells.ts';
import type { Querier } from '../../../../stores/postgres.ts';
import type { KnownLot } from './known-lot.ts';

/** The H3 resolution of the cells that surges are computed for. */
const SURGE_RESOLUTION = 7;

/**
 * Searches around each lot in percent of the usual number, in the order of the lots; null: as
 * usual. Only lots with a surge rule are looked up.
 */
export async function findSurges(
  db: Querier,
  lots: readonly KnownLot[],
): Promise<(number | null)[]> {
  const cells = lots.map((lot) =>
    looksAtSurges(lot) ? String(cellParent(lot.cell, SURGE_RESOLUTION)) : null,
  );
  const asked = cells.filter((cell) => cell !== null);
  if (asked.length === 0) return cells.map(() => null);
  const rows = await db.query<{ cell: string; surgePct: number }>('surges_find', {
    livemode: lots[0]?.livemode,
    cells: asked,
  });
  const surges = new Map(rows.map(({ cell, surgePct }) => [cell, surgePct]));
  return cells.map((cell) => (cell === null ? null : (surges.get(cell) ?? null)));
}

function looksAtSurges(lot: KnownLot): boolean {
  const ofAll = [lot.priceRules, ...lot.scheduledRates.map(({ price_rules }) => price_rules)];
  return ofAll.some((priceRules) => priceRules?.rules.some(({ kind }) => kind === 'surge'));
}
