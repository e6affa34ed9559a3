import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../kit/clock.ts';
import { type Box, boxesBetween } from '../../kit/geo/bounding-boxes.ts';
import { inTimeSlices } from '../../kit/pool/time-slices.ts';
import { type FeatureRow, textOf, toFeature } from './feature.ts';
import { newFeatureMap, piecesOf, putFeature, removeFeature } from './feature-map.ts';
import type { FeedForm } from './feed-form.ts';
import { cutOut, type Piece } from './square.ts';

/** Where the features of a map come from. */
export type FeatureSource<Mark> = {
  /**
   * What changed since an earlier look: the ids of what changed (null: anything may have, or this
   * is the first look), and page by page those of them that still exist. `count`: of the features
   * that would have to be read again.
   */
  look(
    since: Mark | undefined,
    count: number,
  ): Promise<{
    mark: Mark;
    changed: readonly string[] | null;
    pages: AsyncIterable<FeatureRow[]>;
  }>;
};

/** A part of a map as text; it does not change when the map does. */
export type FeedPart = {
  form: FeedForm;
  /** Hash of its content, in hexadecimal: the same in every process. */
  hash: string;
  /** In the order of the feed, to be joined by separators. */
  texts: readonly Buffer[];
  /** How many features there are. */
  count: number;
  /** Total bytes of the texts. */
  byteLength: number;
  /** Whether it is the whole map, which most callers ask for. */
  isWhole: boolean;
};

export type MapFeed<Mark = unknown> = {
  readonly form: FeedForm;
  /** The part of the map in a box (null: all of it), at most AGE_MS_MAX old. */
  read(box: Box | null): Promise<FeedPart>;
  /** All of the map, and the mark of a look that saw no more than is in it. */
  readMarked(): Promise<{ part: FeedPart; mark: Mark }>;
  /** The ids of all features, in any order; the same list until a feature changes. */
  ids(): Promise<readonly string[]>;
  /** The text of one feature; undefined when there is none with this id. */
  find(id: string): Promise<Buffer | undefined>;
  /** Gives its memory back when nobody asked for a while; the next call reads everything. */
  forgetIfIdle(): void;
};

const AGE_MS_MAX = 5_000;
const IDLE_MS_MAX = 15 * 60_000;
/**
 * The parts that were asked for last are kept, at most this many. A part is not kept when the
 * pieces that had to be cut for it take more than PART_BYTES_KEPT_MAX.
 */
const PARTS_KEPT_MAX = 32;
const PART_BYTES_KEPT_MAX = 512 * 1024;

/** What was made of the map at its last change. */
type Kept = {
  pieces: readonly Piece[];
  parts: LRUCache<string, Promise<FeedPart>>;
  ids?: readonly string[];
};

/**
 * A map feed of one mode, kept in memory as finished text: about 0.7 kB for each feature. The
 * first call reads everything, a page at a time. Later calls read only what changed, and only when
 * the last look is AGE_MS_MAX ago. Concurrent callers share one reading.
 */
export function openMapFeed<Mark>(
  source: FeatureSource<Mark>,
  form: FeedForm,
  clock: Clock,
): MapFeed<Mark> {
  const separator = Buffer.from(form.separator);
  let { map, kept, last } = nothingRead<Mark>();
  let askedAt = 0;
  let reading: Promise<void> | undefined;

  async function lookAgain(): Promise<void> {
    const at = clock.now();
    const { mark, changed, pages } = await source.look(last?.mark, map.features.size);
    const gone = new Set(changed ?? map.features.keys());
    for await (const rows of pages)
      await inTimeSlices(rows, (row) => {
        gone.delete(row.id);
        putFeature(map, toFeature(row));
      });
    await inTimeSlices(gone, (id) => removeFeature(map, id));
    const pieces = await piecesOf(map, separator);
    if (!areSame(pieces, kept.pieces)) kept = keep(pieces);
    last = { mark, at };
  }

  async function beFresh(): Promise<void> {
    askedAt = clock.now();
    if (last !== undefined && Math.abs(clock.now() - last.at) < AGE_MS_MAX) return;
    reading ??= lookAgain().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  return {
    form,
    async read(box) {
      await beFresh();
      return readPart(kept, box, form);
    },
    async readMarked() {
      await beFresh();
      if (last === undefined) throw new Error('a fresh feed has no mark');
      const { mark } = last;
      return { part: await readPart(kept, null, form), mark };
    },
    async ids() {
      await beFresh();
      kept.ids ??= [...map.features.keys()];
      return kept.ids;
    },
    forgetIfIdle() {
      // Asked on every call of any feed, so it does nothing where nothing was read.
      if (reading !== undefined || map.features.size === 0) return;
      if (clock.now() - askedAt < IDLE_MS_MAX) return;
      ({ map, kept, last } = nothingRead<Mark>());
    },
    async find(id) {
      await beFresh();
      const feature = map.features.get(id);
      return feature && textOf(feature);
    },
  };
}

const nothingRead = <Mark>() => ({
  map: newFeatureMap(),
  kept: keep([]),
  last: undefined as { mark: Mark; at: number } | undefined,
});

const keep = (pieces: readonly Piece[]): Kept => ({
  pieces,
  parts: new LRUCache({ max: PARTS_KEPT_MAX }),
});

const areSame = (a: readonly Piece[], b: readonly Piece[]) =>
  a.length === b.length && a.every((piece, i) => piece === b[i]);

/** Callers that ask for the same part share it. */
function readPart({ pieces, parts }: Kept, box: Box | null, form: FeedForm): Promise<FeedPart> {
  const key = JSON.stringify(box);
  const known = parts.get(key);
  if (known !== undefined) return known;
  const part = cutPart(pieces, box, form);
  parts.set(key, part);
  part.then(
    ({ rimBytes }) => rimBytes > PART_BYTES_KEPT_MAX && parts.delete(key),
    () => parts.delete(key),
  );
  return part;
}

/** A box whose west is greater than its east crosses the antimeridian. */
async function cutPart(
  pieces: readonly Piece[],
  box: Box | null,
  form: FeedForm,
): Promise<FeedPart & { rimBytes: number }> {
  const boxes = box === null ? null : boxesBetween(box.west, box.south, box.east, box.north);
  const separator = Buffer.from(form.separator);
  const hash = createHash('sha256');
  const texts: Buffer[] = [];
  const sums = { count: 0, byteLength: 0, rimBytes: 0 };
  await inTimeSlices(pieces, (whole) => {
    const piece = boxes === null ? whole : cutOut(whole, boxes, separator);
    if (piece === undefined) return;
    texts.push(piece.text);
    hash.update(piece.hash);
    sums.count += piece.features.length;
    sums.byteLength += piece.text.length;
    if (piece !== whole) sums.rimBytes += piece.text.length;
  });
  return { form, hash: hash.digest('hex'), texts, isWhole: box === null, ...sums };
}
