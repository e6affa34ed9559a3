import type { Querier } from '../../../stores/postgres.ts';
import type { OperatorLot } from '../lot-columns.ts';
import { areAlike, type Described, NEAR_M } from './are-alike.ts';

/** Another lot that looks like the same car park; whole metres. */
export type PossibleDuplicate = { lot_id: string; name: string; distance_m: number };

/** By the ids of the lots that they are duplicates of. */
export type PossibleDuplicatesOf = ReadonlyMap<string, PossibleDuplicate[]>;

/** Named for one lot at most, the nearest. */
export const DUPLICATES_NAMED_MAX = 5;
/** Lots around one that are compared with it: the nearest of those looked at. */
const NEAR_COUNT_MAX = 20;
/** Lots around one that are looked at; any, where there are more. */
const LOOKED_AT_MAX = 200;
/** Lots per statement: as many can have all their neighbours in memory. */
const LOTS_PER_STATEMENT = 500;

/** The operator that is told, and its world. */
type Told = { operatorId: string; livemode: boolean };
type Asked = Described & { lot_id: string };
type Near = Asked & { of_lot_id: string; distance_m: number };

/**
 * What else is listed where an operator's lots are and looks like the same car park, by the lots'
 * ids, the nearest first: of other operators only what searches find. Lots without any are left
 * out.
 */
export async function listPossibleDuplicates(
  db: Querier,
  told: Told,
  lotIds: readonly string[],
): Promise<PossibleDuplicatesOf> {
  const found = new Map<string, PossibleDuplicate[]>();
  for (let from = 0; from < lotIds.length; from += LOTS_PER_STATEMENT) {
    const lots = await db.query<Asked>('lots_describe', {
      lot_ids: lotIds.slice(from, from + LOTS_PER_STATEMENT),
      operator_id: told.operatorId,
      livemode: told.livemode,
    });
    await addDuplicates(found, db, told, lots);
  }
  return found;
}

/** The same of one lot, which need not be stored. */
export async function findPossibleDuplicates(
  db: Querier,
  told: Told,
  { total_spaces, is_capacity_estimated, ...lot }: OperatorLot,
): Promise<PossibleDuplicate[]> {
  const found = new Map<string, PossibleDuplicate[]>();
  const counted = is_capacity_estimated ? null : total_spaces;
  await addDuplicates(found, db, told, [{ ...lot, total_spaces: counted }]);
  return found.get(lot.lot_id) ?? [];
}

async function addDuplicates(
  found: Map<string, PossibleDuplicate[]>,
  db: Querier,
  { operatorId, livemode }: Told,
  lots: readonly Asked[],
): Promise<void> {
  const byId = new Map(lots.map((lot) => [lot.lot_id, lot]));
  const places = lots.map(({ lot_id, latitude, longitude }) => ({ lot_id, latitude, longitude }));
  const rows = await db.query<Near>('lots_list_near', {
    lots: JSON.stringify(places),
    operator_id: operatorId,
    livemode,
    near_m: NEAR_M,
    near_count_max: NEAR_COUNT_MAX,
    looked_at_max: LOOKED_AT_MAX,
  });
  for (const { of_lot_id, distance_m, ...near } of rows) {
    const lot = byId.get(of_lot_id);
    if (lot === undefined || !areAlike(lot, near)) continue;
    const named = found.get(of_lot_id) ?? [];
    if (named.length === DUPLICATES_NAMED_MAX) continue;
    const { lot_id, name } = near;
    named.push({ lot_id, name, distance_m: Math.round(distance_m) });
    found.set(of_lot_id, named);
  }
}
