import type { Principal } from '../../access/principals/principal.ts';
import { areaParameters, boxesAroundCircle } from '../../kit/geo/bounding-boxes.ts';
import type { LatLng } from '../../kit/geo/great-circle.ts';
import type { Schedule } from '../../kit/hours/schedule.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { PricedLot } from '../../tariffs/offer-lot-rate.ts';
import type { LotType } from '../lots/lot-type.ts';

/** A lot that could take a hold, as of when it was read. */
export type FreeLot = PricedLot &
  Schedule & {
    lotId: string;
    name: string;
    latitude: number;
    longitude: number;
    features: string[];
    lotType: LotType | null;
    evSpaces: number;
    accessibleSpaces: number;
    avSpaces: number;
    maxHeightCm: number | null;
    distanceM: number;
    /** Spaces free during the whole window that the caller may hold. */
    freeSpaces: number;
  };

/** The nearest of all, and the nearest of each operator. */
const LOTS_MAX = 100;

/**
 * Lots around a point with spaces that are free during a window and that the caller may hold,
 * nearest first: of the nearest LOTS_MAX, and of as many further ones, the nearest of each operator
 * before the second nearest of each. So an operator with many lots leaves room for those of others.
 */
export function listFreeLots(
  db: Querier,
  caller: Principal,
  search: {
    centre: LatLng;
    radiusM: number;
    features: readonly string[];
    /** null: any. */
    lotTypes: readonly string[] | null;
    maxHeightCm: number | null;
    /** null: now. */
    startsAt: Date | null;
    endsAt: Date;
    spaceCount: number;
    /** Whether lots for self-driving vehicles come first. */
    prefersAv: boolean;
  },
): Promise<FreeLot[]> {
  const { lat, lng } = search.centre;
  return db.query<FreeLot>('lots_list_free', {
    livemode: caller.livemode,
    operatorId: caller.operatorId,
    ...areaParameters(boxesAroundCircle(search.centre, search.radiusM)),
    latitude: lat,
    longitude: lng,
    radiusM: search.radiusM,
    features: search.features,
    lotTypes: search.lotTypes,
    maxHeightCm: search.maxHeightCm,
    fromAt: search.startsAt,
    toAt: search.endsAt,
    spaceCount: search.spaceCount,
    prefersAv: search.prefersAv,
    rowLimit: LOTS_MAX,
  });
}
