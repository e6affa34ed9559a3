import { inTimeSlices } from '../../kit/pool/time-slices.ts';
import { type Feature, isSame } from './feature.ts';
import {
  addTo,
  newSquare,
  type Piece,
  pieceOf,
  type Square,
  takeFrom,
  uncutSquares,
} from './square.ts';

/** The features of a map, by their ids and by their places. */
type FeatureMap = { readonly features: Map<string, Feature>; readonly square: Square };

export const newFeatureMap = (): FeatureMap => ({ features: new Map(), square: newSquare() });

/** Adds, replaces or moves a feature. Where it is the same as before, its piece stays as it is. */
export function putFeature(map: FeatureMap, feature: Feature): void {
  const before = map.features.get(feature.id);
  if (before !== undefined && isSame(before, feature)) return;
  removeFeature(map, feature.id);
  map.features.set(feature.id, feature);
  addTo(map.square, feature);
}

export function removeFeature({ features, square }: FeatureMap, id: string): void {
  const feature = features.get(id);
  if (feature === undefined) return;
  features.delete(id);
  takeFrom(square, feature);
}

/** The map as text, always with the same separator; what did not change are the same pieces. */
export async function piecesOf({ square }: FeatureMap, separator: Buffer): Promise<Piece[]> {
  const pieces: Piece[] = [];
  await inTimeSlices(uncutSquares(square), (part) => pieces.push(pieceOf(part, separator)));
  return pieces;
}
