import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { type Box, boxesBetween } from '../geometry/bounding-boxes.ts';
import { inTurns } from '../turns/take-turns.ts';
import { type Feature, type FeatureRow, textOf, toFeature } from './feature.ts';
import {
  addTo,
  cutOut,
  newSquare,
  type Piece,
  pieceOf,
  type Square,
  type SquarePiece,
  takeFrom,
  uncutSquares,
} from './square.ts';

/** Where the features of a map come from. */
export type FeatureSource<Mark> = {
  /**
   * What changed since an earlier look: the ids of what changed (null: anything may have, or this
   * is the first look), and page by page those of them that still exist.
   */
  look(since: Mark | undefined): Promise<{
    mark: Mark;
    changed: readonly string[] | null;
    pages: AsyncIterable<FeatureRow[]>;
  }>;
};

/** A part of a map, as pieces of text; it does not change when the map does. */
export type FeedPart = {
  /** Hash of its content, in hexadecimal: the same in every process. */
  hash: string;
  /** In the order of the feed. */
  pieces: readonly Piece[];
  /** Total bytes of the pieces. */
  byteLength: number;
  /** Whether it is the whole map, which most callers ask for. */
  isWhole: boolean;
};

export type MapFeed = {
  /** The part of the map in a box (null: all of it), at most AGE_MS_MAX old. */
  read(box: Box | null): Promise<FeedPart>;
};

const AGE_MS_MAX = 5_000;
/**
 * The parts that were asked for last are kept, at most this many. A part is not kept when the
 * pieces that had to be cut for it take more than PART_BYTES_KEPT_MAX.
 */
const PARTS_KEPT_MAX = 32;
const PART_BYTES_KEPT_MAX = 512 * 1024;

type Kept = { squares: readonly SquarePiece[]; parts: Map<string, Promise<FeedPart>> };

/**
 * A map feed of one world, kept in memory as finished text: about 0.7 kB for each feature. The
 * first call reads everything, a page at a time. Later calls read only what changed, and only when
 * the last look is AGE_MS_MAX ago. Concurrent callers share one reading.
 */
export function openMapFeed<Mark>(source: FeatureSource<Mark>, clock: Clock): MapFeed {
  const features = new Map<string, Feature>();
  const map = newSquare();
  let kept: Kept = { squares: [], parts: new Map() };
  /**
   * Whether `map` has changed since `kept` was made. Stays true when a look fails after it has
   * changed a part of the map.
   */
  let isOutdated = false;
  let last: { mark: Mark; at: number } | undefined;
  let reading: Promise<void> | undefined;

  async function lookAgain(): Promise<void> {
    const at = clock.now();
    const { mark, changed, pages } = await source.look(last?.mark);
    const gone = new Set(changed ?? features.keys());
    for await (const rows of pages)
      await inTurns(rows, (row) => {
        gone.delete(row.id);
        put(toFeature(row));
      });
    await inTurns(gone, remove);
    if (isOutdated) await keep();
    last = { mark, at };
  }

  function put(feature: Feature): void {
    const before = features.get(feature.id);
    if (before !== undefined && isSame(before, feature)) return;
    remove(feature.id);
    features.set(feature.id, feature);
    addTo(map, feature);
    isOutdated = true;
  }

  function remove(id: string): void {
    const feature = features.get(id);
    if (feature === undefined) return;
    features.delete(id);
    takeFrom(map, feature);
    isOutdated = true;
  }

  async function keep(): Promise<void> {
    kept = { squares: await piecesIn(map), parts: new Map() };
    isOutdated = false;
  }

  async function beFresh(): Promise<void> {
    if (last !== undefined && Math.abs(clock.now() - last.at) < AGE_MS_MAX) return;
    reading ??= lookAgain().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  return {
    async read(box) {
      await beFresh();
      return readPart(kept, box);
    },
  };
}

async function piecesIn(map: Square): Promise<SquarePiece[]> {
  const pieces: SquarePiece[] = [];
  await inTurns(uncutSquares(map), (square) => pieces.push(pieceOf(square)));
  return pieces;
}

function isSame(a: Feature, b: Feature): boolean {
  return a.lng === b.lng && a.lat === b.lat && textOf(a).equals(textOf(b));
}

/** Callers that ask for the same part share it. */
function readPart({ squares, parts }: Kept, box: Box | null): Promise<FeedPart> {
  const key = JSON.stringify(box);
  const known = parts.get(key);
  if (known !== undefined) return known;
  const part = cutPart(squares, box);
  parts.set(key, part);
  const [oldest] = parts.keys();
  if (oldest !== undefined && parts.size > PARTS_KEPT_MAX) parts.delete(oldest);
  part.then(
    ({ rimBytes }) => rimBytes > PART_BYTES_KEPT_MAX && parts.delete(key),
    () => parts.delete(key),
  );
  return part;
}

/** A box whose west is greater than its east crosses the antimeridian. */
async function cutPart(
  squares: readonly SquarePiece[],
  box: Box | null,
): Promise<FeedPart & { rimBytes: number }> {
  const boxes = box === null ? null : boxesBetween(box.west, box.south, box.east, box.north);
  const hash = createHash('sha256');
  const pieces: Piece[] = [];
  let byteLength = 0;
  let rimBytes = 0;
  await inTurns(squares, (square) => {
    const piece = boxes === null ? square : cutOut(square, boxes);
    if (piece === undefined) return;
    pieces.push(piece);
    hash.update(piece.hash);
    byteLength += piece.text.length;
    if (piece !== square) rimBytes += piece.text.length;
  });
  return { hash: hash.digest('hex'), pieces, byteLength, isWhole: box === null, rimBytes };
}
