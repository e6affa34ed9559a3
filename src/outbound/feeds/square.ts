import { createHash } from 'node:crypto';
import type { Box } from '../../kit/geo/bounding-boxes.ts';
import { CUTS_MAX, type Feature, inOrder, quarterOf, textOf } from './feature.ts';

/**
 * A square of the map with more features than this is cut in four. What remains in each square is
 * some 50 kB of text.
 */
export const FEATURES_PER_SQUARE = 512;

/**
 * A part of the map: features, or four quarters. The squares depend only on the present features,
 * not on earlier ones, so every process cuts the same map in the same way.
 */
export type Square = {
  readonly cuts: number;
  count: number;
  features: Feature[];
  quarters: readonly Square[] | null;
  /** Undefined from any change in the square until `pieceOf` is called. */
  piece: Piece | undefined;
};

/** Consecutive features as text, with separators between them; it never changes. */
export type Piece = {
  readonly text: Buffer;
  readonly hash: Buffer;
  readonly features: readonly Feature[];
  /** The smallest box around the features. */
  readonly bounds: Box;
};

export function newSquare(cuts = 0): Square {
  return { cuts, count: 0, features: [], quarters: null, piece: undefined };
}

export function addTo(square: Square, feature: Feature): void {
  square.count += 1;
  if (square.quarters !== null) {
    addTo(quarterWith(square.quarters, square, feature), feature);
    return;
  }
  square.features.push(feature);
  square.piece = undefined;
  if (square.count <= FEATURES_PER_SQUARE || square.cuts === CUTS_MAX) return;
  const quarters = Array.from({ length: 4 }, () => newSquare(square.cuts + 1));
  for (const one of square.features) addTo(quarterWith(quarters, square, one), one);
  square.quarters = quarters;
  square.features = [];
}

/** Removes a feature that is in the square. */
export function takeFrom(square: Square, feature: Feature): void {
  square.count -= 1;
  square.piece = undefined;
  if (square.quarters === null) {
    square.features.splice(square.features.indexOf(feature), 1);
    return;
  }
  takeFrom(quarterWith(square.quarters, square, feature), feature);
  if (square.count > FEATURES_PER_SQUARE) return;
  square.features = square.quarters.flatMap((quarter) => quarter.features);
  square.quarters = null;
}

/** The squares that are not cut, in the order of their features, without the empty ones. */
export function* uncutSquares(square: Square): Generator<Square> {
  if (square.quarters !== null) for (const quarter of square.quarters) yield* uncutSquares(quarter);
  else if (square.count > 0) yield square;
}

/** The text of a square that is not cut; always with the same separator. */
export function pieceOf(square: Square, separator: Buffer): Piece {
  if (square.piece !== undefined) return square.piece;
  const piece = joined(square.features.toSorted(inOrder), separator);
  // Each feature's text now refers to the joined text, so that there is only one copy of it.
  let from = 0;
  for (const feature of piece.features) {
    const to = from + feature.to - feature.from;
    Object.assign(feature, { source: piece.text, from, to });
    from = to + separator.length;
  }
  square.piece = piece;
  return piece;
}

/**
 * The features of a piece that are in any of some boxes that do not overlap: the piece itself, a
 * new one, or undefined when there are none.
 */
export function cutOut(piece: Piece, boxes: readonly Box[], separator: Buffer): Piece | undefined {
  if (boxes.some((box) => isWithin(piece.bounds, box))) return piece;
  if (!boxes.some((box) => meet(piece.bounds, box))) return undefined;
  const found = piece.features.filter(({ lng, lat }) =>
    boxes.some((box) => isWithin({ west: lng, south: lat, east: lng, north: lat }, box)),
  );
  return found.length === 0 ? undefined : joined(found, separator);
}

function joined(features: readonly Feature[], separator: Buffer): Piece {
  const texts = features.map(textOf);
  const text = Buffer.concat(texts.flatMap((one, i) => (i === 0 ? [one] : [separator, one])));
  const lngs = features.map(({ lng }) => lng);
  const lats = features.map(({ lat }) => lat);
  const bounds = {
    west: Math.min(...lngs),
    south: Math.min(...lats),
    east: Math.max(...lngs),
    north: Math.max(...lats),
  };
  return { text, hash: createHash('sha256').update(text).digest(), features, bounds };
}

function quarterWith(quarters: readonly Square[], { cuts }: Square, feature: Feature): Square {
  const quarter = quarters[quarterOf(feature, cuts)];
  if (quarter === undefined) throw new RangeError(`feature ${feature.id} is in no quarter`);
  return quarter;
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.west >= outer.west &&
    inner.east <= outer.east &&
    inner.south >= outer.south &&
    inner.north <= outer.north
  );
}

function meet(a: Box, b: Box): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}
