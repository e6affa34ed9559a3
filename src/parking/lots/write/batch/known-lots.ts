import { greatCircleMetres, type LatLng } from '../../../../kit/geo/great-circle.ts';
import type { Querier } from '../../../../stores/postgres.ts';
import type { LotRow } from '../lot-row.ts';
import type { LotWriter } from '../write-lots.ts';

/** By what a lot is recognised. */
type Named = Pick<LotRow, 'ref' | 'spare_ref' | 'osm_id' | 'near' | 'lot_id'>;
type KnownLot = {
  lot_id: string;
  ref: string | null;
  osm_id: string | null;
  latitude: number;
  longitude: number;
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
    operator_id: operatorId,
    livemode,
    refs: lots.flatMap(({ ref, spare_ref }) => [ref, spare_ref].filter((one) => one != null)),
    osm_ids: lots.flatMap(({ osm_id }) => osm_id ?? []),
    lot_ids: lots.flatMap(({ lot_id }) => lot_id ?? []),
  });
  return {
    byRef: new Map(known.map((lot) => [lot.ref, lot])),
    byOsmId: new Map(known.map((lot) => [lot.osm_id, lot])),
    byId: new Map(known.map((lot) => [lot.lot_id, lot])),
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
  { ref, spare_ref = null, osm_id = null, lot_id = null, near }: Named,
  { byRef, byOsmId, byId }: KnownLots,
): { lotId: string | undefined; ref: string | null } {
  const itself = lot_id === null ? undefined : byId.get(lot_id);
  if (itself !== undefined) return { lotId: itself.lot_id, ref: itself.ref };
  const sameElement = osm_id === null ? undefined : byOsmId.get(osm_id);
  const sameRef = ref === null ? undefined : byRef.get(ref);
  if (sameElement !== undefined) {
    // The id in place of a ref is no ref, and another lot's ref cannot be given twice.
    const isFree = ref !== osm_id && (sameRef ?? sameElement) === sameElement;
    return { lotId: sameElement.lot_id, ref: isFree ? ref : sameElement.ref };
  }
  const isOther =
    sameRef !== undefined &&
    ((osm_id !== null && (sameRef.osm_id ?? osm_id) !== osm_id) || isFar(sameRef, near));
  if (!isOther) return { lotId: sameRef?.lot_id, ref };
  return { lotId: spare_ref === null ? undefined : byRef.get(spare_ref)?.lot_id, ref: spare_ref };
}
