import { type AppError, badField } from '../../kit/errors.ts';
import { type Area, coverArea, isInArea } from '../../kit/geo/area.ts';
import { cellCentre, cellParent, cellRangeAt, cellResolution } from '../../kit/geo/cells.ts';
import type { LatLng } from '../../kit/geo/great-circle.ts';
import { inTimeSlices } from '../../kit/pool/time-slices.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { areaFinder, searchFinder } from '../areas/disclosed-area.ts';
import { countryOf, sumLots } from '../rates/circle-sums.ts';
import { noLots } from '../rates/no-lots.ts';
import { type AnswerCache, createAnswerCache, type Sized } from '../tiles/answer-cache.ts';
import { findPublished, type Published } from '../tiles/published.ts';
import { tileLotsOf } from '../tiles/tile-lots.ts';
import { drawHex, type Hex, type HexGround } from './draw-hex.ts';
import { readWeeks } from './read-weeks.ts';

/** Cells in one answer. */
export const HEXES_MAX = 5_000;
/** Cells in the blocks of one answer; some lie outside of the area. */
const BLOCK_CELLS_MAX = 4 * HEXES_MAX;
/** Cells are read and kept in blocks: a cell so much coarser, with its 49 descendants. */
const BLOCK_LEVELS = 2;
/** Blocks that are read at once, so that the lots of a country are not in memory together. */
const BLOCKS_PER_READING = 64;
/** What a cell of a block takes besides what is made of it. */
const BYTES_PER_CELL = 200;

/** Makes of a cell what its maps show, once for all maps of a publication. */
type PresentHex<T> = (hex: Hex) => T;

type Hexes<T> = {
  hexes: T[];
  /** Everything up to this instant is included. */
  asOf: Date;
};

/**
 * What a map is of: `7d` the last seven whole days (UTC), `28d` the last 28, or one hour of the
 * week in them (0 is Monday, 0:00 UTC).
 */
export type HexPeriod = { name: '7d' } | { name: '28d'; hourOfWeek: number | null };

export type HexQuestion = { area: Area; resolution: number; period?: HexPeriod };
export type HexDeps = { db: Postgres; answers: AnswerCache; livemode: boolean };

/** The cells of a block, in the order of their indexes. */
type Block<T> = {
  publicationId: string;
  asOf: Date;
  cells: { centre: LatLng; presented: T }[];
  byteLength: number;
};

/**
 * The cells of a resolution whose centres are in an area, in the order of their indexes, all of one
 * publication; of 7d unless a period is given. A cell without lots is left out unless searches may
 * be disclosed of it. Throws BAD_REQUEST naming `resolution` when there are more than HEXES_MAX,
 * NOT_FOUND when there are none, and INTERNAL (503) while nothing has been published.
 */
export async function findHexes<T extends Sized>(
  deps: HexDeps,
  { area, resolution, period = { name: '7d' } }: HexQuestion,
  present: PresentHex<T>,
): Promise<Hexes<T>> {
  const cover = coverArea(area, resolution - BLOCK_LEVELS);
  const blocks = await findBlocks(deps, cover, { resolution, period }, present);
  const cells = blocks.flatMap((block) => block.cells);
  const hexes = cells
    .filter(({ centre }) => isInArea(area, centre))
    .map(({ presented }) => presented);
  if (cells.length >= BLOCK_CELLS_MAX || hexes.length > HEXES_MAX) throw tooMany();
  const asOf = blocks[0]?.asOf ?? new Date(0);
  if (hexes.length === 0) throw noLots(asOf, 'no lots and no searches in this area');
  return { hexes, asOf };
}

/** Blocks of one publication: those that are kept, and the others as they are now. */
async function findBlocks<T extends Sized>(
  { db, answers, livemode }: HexDeps,
  cover: readonly bigint[],
  of: Pick<Asked, 'resolution' | 'period'>,
  present: PresentHex<T>,
): Promise<Block<T>[]> {
  let hasFailed = false;
  const read = async (questions: readonly string[]) => {
    const cells = questions.map((question) => BigInt(question.slice(question.indexOf(':') + 1)));
    try {
      return await readBlocks(db, { ...of, livemode, cells }, present);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const kind = ['hexes', ...Object.values(of.period), of.resolution].join(' ');
  const questions = cover.map((cell) => `${kind}:${cell}`);
  const found = await answers.findAll(questions, read).catch((error: unknown) => {
    // Another map may have failed that was to read a block of this one.
    if (hasFailed) throw error;
    return undefined;
  });
  if (found !== undefined && new Set(found.map((block) => block.publicationId)).size < 2)
    return found;
  return createAnswerCache().findAll(questions, read);
}

type Asked = {
  livemode: boolean;
  resolution: number;
  period: HexPeriod;
  cells: readonly bigint[];
};

/** Blocks around some cells, in their order. Those of one reading are of one snapshot. */
async function readBlocks<T extends Sized>(
  db: Postgres,
  asked: Asked,
  present: PresentHex<T>,
): Promise<Block<T>[]> {
  const blocks: Block<T>[] = [];
  let cellCount = 0;
  for (let from = 0; from < asked.cells.length; from += BLOCKS_PER_READING) {
    const cells = asked.cells.slice(from, from + BLOCKS_PER_READING);
    const published = await findPublished(db, asked.livemode, cells);
    const ground = await groundOf(db, asked, published);
    await inTimeSlices(cells, (cell) => {
      const block = drawBlock(cell, { asked, published, ground }, present);
      cellCount += block.cells.length;
      blocks.push(block);
    });
    if (cellCount >= BLOCK_CELLS_MAX) throw tooMany();
  }
  return blocks;
}

/** What the cells of a map are drawn on: areas as they were in its period. */
async function groundOf(
  db: Postgres,
  { livemode, period }: Asked,
  published: Published,
): Promise<HexGround> {
  const { areas, searchAreas } =
    period.name === '7d' ? published : await readWeeks(db, livemode, published, period.hourOfWeek);
  return {
    areaOf: areaFinder(areas),
    searchesAt: searchFinder(searchAreas),
    searchAreas: new Map(searchAreas.map((area) => [area.cell, area])),
    percentilesOf: published.percentilesOf,
  };
}

function drawBlock<T extends Sized>(
  cell: bigint,
  { asked, published, ground }: { asked: Asked; published: Published; ground: HexGround },
  present: PresentHex<T>,
): Block<T> {
  const { resolution } = asked;
  const lots = published.lotsIn(cell);
  const tile = tileLotsOf(lots, ground);
  const counted = [...lots.keys()].filter((i) => tile.isCounted[i]);
  const countryAround = sumLots(tile, counted, countryOf);
  const indexes = Map.groupBy(counted, (i) => cellParent(lots[i]?.cell ?? 0n, resolution));
  const { low, high } = cellRangeAt(cell, resolution);
  const searched = [...ground.searchAreas.keys()]
    .filter((each) => each > 0n && cellResolution(each) >= resolution)
    .map((each) => cellParent(each, resolution))
    .filter((each) => each >= low && each <= high);
  const cells = [...new Set([...indexes.keys(), ...searched])].sort((a, b) => (a < b ? -1 : 1));
  const block: Block<T> = {
    publicationId: published.publicationId,
    asOf: published.asOf,
    cells: [],
    byteLength: 0,
  };
  for (const each of cells) {
    const own = { tile, indexes: indexes.get(each) ?? [], countryAround };
    const hex = drawHex(each, own, ground);
    if (hex === undefined) continue;
    const presented = present(hex);
    block.cells.push({ centre: cellCentre(each), presented });
    block.byteLength += BYTES_PER_CELL + presented.byteLength;
  }
  return block;
}

function tooMany(): AppError {
  return badField('resolution', `there are more than ${HEXES_MAX} cells: ask for a coarser one`);
}
