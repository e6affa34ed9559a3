import { AppError, badField } from '../errors.ts';
import { type Area, coverArea, isInArea } from '../geometry/area.ts';
import { cellCentre, cellRangeAt } from '../geometry/cells.ts';
import type { LatLng } from '../geometry/great-circle.ts';
import type { Querier } from '../stores/postgres.ts';
import { inTurns } from '../turns/take-turns.ts';
import type { Percentile } from './demand-score.ts';
import { createKeptAnswers, type KeptAnswers, type Sized } from './kept-answers.ts';
import { stillPreparing } from './still-preparing.ts';

/** Cells in one answer. */
export const HEXES_MAX = 5_000;
/** Cells in the blocks of one answer, of which some lie outside of the area. */
const BLOCK_CELLS_MAX = 4 * HEXES_MAX;
/** Cells are read and kept in blocks: a cell so much coarser, with its 49 descendants. */
const BLOCK_LEVELS = 2;
/** What a cell of a block takes besides what is made of it. */
const BYTES_PER_CELL = 200;

/** What is known of a cell, as published. Space-minutes and searches are of the period. */
export type Hex = {
  cell: bigint;
  lot_count: number;
  space_count: number;
  country: string | null;
  currency: string | null;
  rated_lot_count: number;
  /** Minor units of the currency; null: no lot has a rate. */
  rate_hourly: number | null;
  is_realised: boolean;
  occupied_minutes: number;
  known_minutes: number;
  measured_minutes: number;
  search_count: number;
  unmet_count: number;
  agent_count: number;
  has_crowd: boolean;
};

/** The percentiles of a country in ascending order. */
export type PercentilesOf = (country: string) => readonly Percentile[];

/** Makes of a cell what its maps show, once for all maps of a publication. */
export type PresentHex<T> = (hex: Hex, percentilesOf: PercentilesOf) => T;

export type Hexes<T> = {
  hexes: T[];
  /** Everything up to this instant is included. */
  asOf: Date;
};

/**
 * What a map is of: `7d` the last 168 hours, at resolutions 5 to 9; `28d` the 28 whole days (UTC)
 * before today, or one hour of the week in them (0 is Monday, 0:00 UTC), at resolutions 5 and 6.
 */
export type HexPeriod = { name: '7d' } | { name: '28d'; hourOfWeek: number | null };

export type HexQuestion = { area: Area; resolution: number; period?: HexPeriod };
export type HexDeps = { db: Querier; answers: KeptAnswers; livemode: boolean };

/** The cells of a block, in the order of their indexes. */
type Block<T> = {
  publicationId: string;
  asOf: Date;
  cells: { centre: LatLng; presented: T }[];
  byteLength: number;
};

/**
 * The published cells of a resolution whose centres are in an area, in the order of their indexes,
 * all of one publication; of 7d unless a period is given. A cell without lots and searches is left
 * out. Throws BAD_REQUEST naming `resolution` when there are more than HEXES_MAX, NOT_FOUND when
 * there are none, and INTERNAL (503) while nothing has been published.
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
  if (hexes.length === 0) throw new AppError('NOT_FOUND', 'no lots and no searches in this area');
  return { hexes, asOf: blocks[0]?.asOf ?? new Date(0) };
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
  return createKeptAnswers().findAll(questions, read);
}

type Asked = {
  livemode: boolean;
  resolution: number;
  period: HexPeriod;
  cells: readonly bigint[];
};

/** Blocks around some cells, which must be in the order of their indexes, from one snapshot. */
async function readBlocks<T extends Sized>(
  db: Querier,
  asked: Asked,
  present: PresentHex<T>,
): Promise<Block<T>[]> {
  const ranges = asked.cells.map((cell) => cellRangeAt(cell, asked.resolution));
  const values = {
    livemode: asked.livemode,
    lows: ranges.map(({ low }) => low),
    highs: ranges.map(({ high }) => high),
    row_count_max: BLOCK_CELLS_MAX,
  };
  const { period } = asked;
  const [found] =
    period.name === '7d'
      ? await db.query<FoundHexes>('hexes_find', values)
      : await db.query<FoundHexes>('hex_weeks_find', {
          ...values,
          hour_of_week: period.hourOfWeek,
        });
  if (found === undefined) throw stillPreparing();
  if (found.hexes.length === BLOCK_CELLS_MAX) throw tooMany();
  const percentiles = Map.groupBy(found.percentiles, ({ country }) => country);
  const percentilesOf = (country: string) => percentiles.get(country) ?? [];
  const { publication_id: publicationId, as_of: asOf } = found;
  const blocks = ranges.map((): Block<T> => ({ publicationId, asOf, cells: [], byteLength: 0 }));
  let i = 0;
  await inTurns(found.hexes, ({ cell: text, ...figures }) => {
    const cell = BigInt(text);
    while (cell > (ranges[i]?.high ?? cell)) i += 1;
    const block = blocks[i];
    if (block === undefined) throw new RangeError(`${cell} was not asked for`);
    const presented = present({ ...figures, cell }, percentilesOf);
    block.cells.push({ centre: cellCentre(cell), presented });
    block.byteLength += BYTES_PER_CELL + presented.byteLength;
  });
  return blocks;
}

function tooMany(): AppError {
  return badField('resolution', `there are more than ${HEXES_MAX} cells: ask for a coarser one`);
}

type FoundHexes = {
  publication_id: string;
  as_of: Date;
  hexes: (Omit<Hex, 'cell'> & { cell: string })[];
  percentiles: Percentile[];
};
