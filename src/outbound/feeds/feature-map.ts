import { inTimeSlices } from '../../kit/pool/time-slices.ts';
import { type Feature, textOf } from './feature.ts';
import type { FeedForm } from './feed-form.ts';
import { addTo, newSquare, pieceOf, type SquarePiece, takeFrom, uncutSquares } from './square.ts';

/** The features of a map, by their ids and by their places. */
export type FeatureMap = {
  /** The same list until a feature changes. */
  ids(): readonly string[];
  /** The text of a feature; undefined when there is none with this id. */
  textOf(id: string): Buffer | undefined;
  put(feature: Feature): void;
  remove(id: string): void;
  /** The squares of the map as text; undefined when nothing changed since they were last made. */
  changedPieces(form: FeedForm): Promise<SquarePiece[] | undefined>;
};

export function openFeatureMap(): FeatureMap {
  const features = new Map<string, Feature>();
  const map = newSquare();
  /** Stays true when a look fails after it has changed a part of the map. */
  let hasChanged = false;
  let ids: readonly string[] | undefined;

  function remove(id: string): void {
    const feature = features.get(id);
    if (feature === undefined) return;
    features.delete(id);
    takeFrom(map, feature);
    noteChange();
  }

  function noteChange(): void {
    hasChanged = true;
    ids = undefined;
  }

  return {
    ids() {
      ids ??= [...features.keys()];
      return ids;
    },
    textOf(id) {
      const feature = features.get(id);
      return feature && textOf(feature);
    },
    put(feature) {
      const before = features.get(feature.id);
      if (before !== undefined && isSame(before, feature)) return;
      remove(feature.id);
      features.set(feature.id, feature);
      addTo(map, feature);
      noteChange();
    },
    remove,
    async changedPieces({ separator }) {
      if (!hasChanged) return undefined;
      const between = Buffer.from(separator);
      const pieces: SquarePiece[] = [];
      await inTimeSlices(uncutSquares(map), (square) => pieces.push(pieceOf(square, between)));
      hasChanged = false;
      return pieces;
    },
  };
}

function isSame(a: Feature, b: Feature): boolean {
  return a.lng === b.lng && a.lat === b.lat && textOf(a).equals(textOf(b));
}
