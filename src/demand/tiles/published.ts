import { createHash } from 'node:crypto';
import { AppError } from '../../kit/errors.ts';
import { cellParent, cellResolution } from '../../kit/geo/cells.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { type AskedTiles, askTiles } from '../areas/asked-tiles.ts';
import type { Percentile } from '../areas/demand-score.ts';
import type { DisclosedArea, SearchArea } from '../areas/disclosed-area.ts';
import { isAreaIn } from '../areas/sent-areas.ts';
import { OWN, type OwnColumns, type PublishedLot } from './tile-lots.ts';

/**
 * Tells whether what was read of a cell has changed: hashes of what its lots post, of what happened
 * on each of them, and of what is disclosed of the areas around them.
 */
export type Mark = Readonly<{ lots: string; own: string; around: string }>;

/** What was published of some cells, all of one snapshot. */
export type Published = {
  publicationId: string;
  asOf: Date;
  /**
   * Those of one of the cells that were asked for, in the order of their cells; none where they
   * were not sent again.
   */
  lotsIn(cell: bigint): readonly PublishedLot[];
  /** undefined for a cell in another one that was asked for. */
  markOf(cell: bigint): Mark | undefined;
  /** Of lots that were not sent again, in their order; undefined where nothing happened on them. */
  ownIn(cell: bigint): OwnColumns | undefined;
  /** All areas in which any of the lots can be. */
  areas: readonly DisclosedArea[];
  searchAreas: readonly SearchArea[];
  percentilesOf(country: string): readonly Percentile[];
  /** The countries of these lots that have percentiles, with these. */
  percentiles: ReadonlyMap<string, readonly Percentile[]>;
};

/** JSON has no 64-bit integers, so cells arrive as text. */
type Sent<T> = Omit<T, 'cell'> & { cell: string };

type Found = {
  publicationId: string;
  asOf: Date;
  marks: SentMark[] | null;
  lots: Sent<PublishedLot>[];
  own: SentOwn[];
  areas: Sent<DisclosedArea>[];
  searchAreas: Sent<SearchArea>[];
  percentiles: Percentile[];
};

/** `tile`: its first cell. */
type SentMark = { tile: string; lots: string; own: string; countries: string[] };
type SentOwn = { tile: string } & Record<(typeof OWN)[number], (number | null)[]>;

/**
 * Throws INTERNAL (503) while nothing has been published. `before`: of each cell, the mark of what
 * is known of it; lots that still post the same are not sent again. `hasTerms`: with what lots
 * post.
 */
export async function findPublished(
  db: Postgres,
  livemode: boolean,
  cells: readonly bigint[],
  before: readonly (Mark | undefined)[] = [],
  { hasTerms } = { hasTerms: false },
): Promise<Published> {
  const published = await find(db, livemode, cells, { before, hasTerms });
  const isOtherwise = cells.some((cell, i) => {
    const known = before[i];
    const mark = known && published.markOf(cell);
    return known?.lots === mark?.lots && known?.around !== mark?.around;
  });
  // What the areas tell is a part of what is kept of the lots, so these are needed, too.
  return isOtherwise ? find(db, livemode, cells, { before: [], hasTerms }) : published;
}

async function find(
  db: Postgres,
  livemode: boolean,
  cells: readonly bigint[],
  { before, hasTerms }: { before: readonly (Mark | undefined)[]; hasTerms: boolean },
): Promise<Published> {
  const asked = askTiles(cells, before);
  const [found] = await db.query<Found>('market_tiles_find', {
    ...asked.values,
    livemode,
    hasTerms,
    marks: asked.known.map((mark) => mark?.lots ?? null),
    ownMarks: asked.known.map((mark) => mark?.own ?? null),
  });
  if (found === undefined) throw stillPreparing();
  return read(found, cells, asked);
}

/** The error while nothing has been published. */
function stillPreparing(): AppError {
  return new AppError('INTERNAL', 'the market figures are still being prepared; try again', {
    status: 503,
    headers: { 'Retry-After': '5' },
  });
}

function read(found: Found, cells: readonly bigint[], { byCell }: AskedTiles<Mark>): Published {
  const resolutions = new Set(cells.map(cellResolution));
  const lots = new Map<bigint, PublishedLot[]>();
  for (const row of found.lots) {
    const lot = withCell(row);
    for (const resolution of resolutions) {
      const cell = cellParent(lot.cell, resolution);
      const inCell = lots.get(cell);
      if (inCell === undefined) lots.set(cell, [lot]);
      else inCell.push(lot);
    }
  }
  const [areas, searchAreas] = [found.areas.map(withCell), found.searchAreas.map(withCell)];
  const percentiles = Map.groupBy(found.percentiles, ({ country }) => country);
  const [sentMarks, own] = [byCell(found.marks), byCell(found.own)];
  const marks = new Map<bigint, Mark>();
  const hashAround = (tile: bigint, countries: readonly string[]) => {
    const disclosed = [areas, searchAreas].map((some) => some.filter((one) => isAround(one, tile)));
    const compared = countries.toSorted().map((country) => percentiles.get(country) ?? []);
    return hashOf([...disclosed, compared]);
  };
  return {
    publicationId: found.publicationId,
    asOf: found.asOf,
    lotsIn: (cell) => lots.get(cell) ?? [],
    markOf(cell) {
      const sent = sentMarks.get(cell);
      if (sent === undefined) return undefined;
      const { tile: _, countries, ...hashes } = sent;
      const mark = marks.get(cell) ?? { ...hashes, around: hashAround(cell, countries) };
      marks.set(cell, mark);
      return mark;
    },
    ownIn: (cell) => ownColumns(own.get(cell)),
    areas,
    searchAreas,
    percentilesOf: (country) => percentiles.get(country) ?? [],
    percentiles,
  };
}

const isAround = ({ cell }: { cell: bigint }, tile: bigint) => cell === 0n || isAreaIn(cell, tile);

function hashOf(disclosed: readonly (readonly object[])[]): string {
  // In whichever order they were sent.
  const texts = disclosed.map((some) =>
    some.map((one) => JSON.stringify(one, bigIntsAsText)).sort(),
  );
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64');
}

const bigIntsAsText = (_name: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value;

function ownColumns(sent: SentOwn | undefined): OwnColumns | undefined {
  if (sent === undefined) return undefined;
  const columns = OWN.map((name) => [name, Float64Array.from(sent[name], (one) => one ?? 0)]);
  return Object.fromEntries(columns) as OwnColumns;
}

function withCell<T extends { cell: string }>(row: T): Omit<T, 'cell'> & { cell: bigint } {
  return { ...row, cell: BigInt(row.cell) };
}
