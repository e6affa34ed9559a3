import { greatCircleMetres, type LatLng } from '../../../../kit/geo/great-circle.ts';
import type { Querier } from '../../../../stores/postgres.ts';
import { keepUnstated, postedColumns } from '../../../../tariffs/posted-tariff.ts';
import type { PostedTariff } from '../../../../tariffs/tariff.ts';
import type { LotRow, RowColumns } from '../lot-row.ts';
import type { LotWriter } from '../write-lots.ts';

/** By what a lot is recognised. */
type Named = Pick<LotRow, 'ref' | 'spareRef' | 'osmId' | 'near' | 'lotId'>;
type KnownLot = {
  lotId: string;
  ref: string | null;
  osmId: string | null;
  latitude: number;
  longitude: number;
  currency: string;
  tariff: PostedTariff | null;
};
type KnownLots = {
  byRef: ReadonlyMap<string | null, KnownLot>;
  byOsmId: ReadonlyMap<string | null, KnownLot>;
  byId: ReadonlyMap<string | null, KnownLot>;
};

/** The operator's lots that have such names, all of them locked until the transaction ends. */
export async function lockKnown(
  db: Querier,
  { operatorId, livemode }: Pick<LotWriter, 'operatorId' | 'livemode'>,
  lots: readonly Named[],
): Promise<KnownLots> {
  const known = await db.query<KnownLot>('lots_lock', {
    operatorId,
    livemode,
    refs: lots.flatMap(({ ref, spareRef }) => [ref, spareRef].filter((one) => one != null)),
    osmIds: lots.flatMap(({ osmId }) => osmId ?? []),
    lotIds: lots.flatMap(({ lotId }) => lotId ?? []),
  });
  return {
    byRef: new Map(known.map((lot) => [lot.ref, lot])),
    byOsmId: new Map(known.map((lot) => [lot.osmId, lot])),
    byId: new Map(known.map((lot) => [lot.lotId, lot])),
  };
}

/** How far a lot may have moved in its own file since. */
const SAME_METRES_MAX = 5_000;

function isFar({ latitude: lat, longitude: lng }: KnownLot, near: LatLng | undefined): boolean {
  return near !== undefined && greatCircleMetres({ lat, lng }, near) > SAME_METRES_MAX;
}

/**
 * Which stored lot is meant (undefined: none, it is new), and the ref that it has from now on. The
 * element of OpenStreetMap decides before the ref, because refs repeat between operators of a town:
 * a lot that is another element is another lot, whatever its ref. So is one that is far away, where
 * the ref is of a file only.
 */
export function recognise(
  { ref, spareRef = null, osmId = null, lotId = null, near }: Named,
  { byRef, byOsmId, byId }: KnownLots,
): { lotId: string | undefined; ref: string | null } {
  const itself = lotId === null ? undefined : byId.get(lotId);
  if (itself !== undefined) return { lotId: itself.lotId, ref: itself.ref };
  const sameElement = osmId === null ? undefined : byOsmId.get(osmId);
  const sameRef = ref === null ? undefined : byRef.get(ref);
  if (sameElement !== undefined) {
    // The id in place of a ref is no ref, and another lot's ref cannot be given twice.
    const isFree = ref !== osmId && (sameRef ?? sameElement) === sameElement;
    return { lotId: sameElement.lotId, ref: isFree ? ref : sameElement.ref };
  }
  const isOther =
    sameRef !== undefined &&
    ((osmId !== null && (sameRef.osmId ?? osmId) !== osmId) || isFar(sameRef, near));
  if (!isOther) return { lotId: sameRef?.lotId, ref };
  return { lotId: spareRef === null ? undefined : byRef.get(spareRef)?.lotId, ref: spareRef };
}

/** The columns that a row decides of a stored lot, whose plain rate keeps what it leaves open. */
export function columnsFor(
  { columns, unstatedOfRate = [] }: Pick<LotRow, 'columns' | 'unstatedOfRate'>,
  { currency, tariff: stored }: Pick<KnownLot, 'currency' | 'tariff'>,
): RowColumns {
  const { tariff = null } = columns;
  const isOther = stored === null || (columns.currency ?? currency) !== currency;
  if (tariff === null || isOther || unstatedOfRate.length === 0) return columns;
  return { ...columns, ...postedColumns(keepUnstated(tariff, stored, unstatedOfRate)) };
}
