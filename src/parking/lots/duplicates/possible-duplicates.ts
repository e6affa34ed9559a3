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

/** The operator that asks, and its mode. */
type Reader = { operatorId: string; livemode: boolean };
type Asked = Described & { lotId: string };
type Near = Asked & { ofLotId: string; distanceM: number };

/**
 * What else is listed where an operator's lots are and looks like the same car park, by the lots'
 * ids, the nearest first: of other operators only what searches find. Lots without any are left
 * out.
 */
export async function listPossibleDuplicates(
  db: Querier,
  reader: Reader,
  lotIds: readonly string[],
): Promise<PossibleDuplicatesOf> {
  const found = new Map<string, PossibleDuplicate[]>();
  for (let from = 0; from < lotIds.length; from += LOTS_PER_STATEMENT) {
    const lots = await db.query<Asked>('lots_describe', {
      lotIds: lotIds.slice(from, from + LOTS_PER_STATEMENT),
      operatorId: reader.operatorId,
      livemode: reader.livemode,
    });
    await addDuplicates(found, db, reader, lots);
  }
  return found;
}

/** The same of one lot, which need not be stored. */
export async function findPossibleDuplicates(
  db: Querier,
  reader: Reader,
  { totalSpaces, isCapacityEstimated, ...lot }: OperatorLot,
): Promise<PossibleDuplicate[]> {
  const found = new Map<string, PossibleDuplicate[]>();
  const counted = isCapacityEstimated ? null : totalSpaces;
  await addDuplicates(found, db, reader, [{ ...lot, totalSpaces: counted }]);
  return found.get(lot.lotId) ?? [];
}

async function addDuplicates(
  found: Map<string, PossibleDuplicate[]>,
  db: Querier,
  { operatorId, livemode }: Reader,
  lots: readonly Asked[],
): Promise<void> {
  const byId = new Map(lots.map((lot) => [lot.lotId, lot]));
  const places = lots.map(({ lotId, latitude, longitude }) => ({
    lot_id: lotId,
    latitude,
    longitude,
  }));
  const rows = await db.query<Near>('lots_list_near', {
    lots: JSON.stringify(places),
    operatorId,
    livemode,
    nearM: NEAR_M,
    nearCountMax: NEAR_COUNT_MAX,
    lookedAtMax: LOOKED_AT_MAX,
  });
  for (const { ofLotId, distanceM, ...near } of rows) {
    const lot = byId.get(ofLotId);
    if (lot === undefined || !areAlike(lot, near)) continue;
    const named = found.get(ofLotId) ?? [];
    if (named.length === DUPLICATES_NAMED_MAX) continue;
    const { lotId, name } = near;
    named.push({ lot_id: lotId, name, distance_m: Math.round(distanceM) });
    found.set(ofLotId, named);
  }
}
