import { minutesInHour } from 'date-fns/constants';
import { inTimeSlices } from '../../../kit/pool/time-slices.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { BEGIN_WITHIN_MS, type Beginning } from '../../../tariffs/compare/least-tariff-price.ts';
import { leastPrice } from '../../../tariffs/least-price.ts';
import { stayMinutes } from '../../../tariffs/price/price-stay.ts';
import { lotsOf, type Seen, type Times } from './look.ts';
import { lowestFirst, type Reading } from './lowest-first.ts';
import { choosePage, highestKey } from './match/choose-page.ts';
import { addUp, findMatches } from './match/find-matches.ts';
import type { KnownLot, LotTile } from './match/known-lot.ts';
import type { LotSearch } from './match/lot-search.ts';
import type { Match } from './match/match-lots.ts';
import { distanceTo, listNear } from './match/near-lots.ts';
import { type PriceKeyOf, priceKeys } from './match/price-key.ts';
import type { Near } from './match/rank-lots.ts';
import type { SearchPosition } from './match/search-cursor.ts';
import { listOrders, listOwn, type OrderedBy, type TileOrder } from './tiles/tile-orders.ts';

/** How many times as many lots as the page needs it looks at first, then as many again. */
const FIRST_LOOK = 2;

type Queue = ReturnType<typeof lowestFirst<TileOrder, KnownLot | undefined>>;

/**
 * Looks at the lots of tiles in the order of the lowest keys that they can have, by price or by
 * free spaces, until its page is full and no other lot can have as low a key.
 */
export async function lookAtBest(
  db: Querier,
  tiles: readonly LotTile[],
  search: LotSearch & { sort: OrderedBy },
  after: SearchPosition | null,
  asked: Times & { ownerId: string | null },
): Promise<Seen> {
  const stay = stayOf(asked);
  const orders = (await listOrders(tiles, search.sort, stay)).filter(
    ({ kind }) => kind === null || kind.currency === (search.currency ?? kind.currency),
  );
  const priceKeyOf = await priceKeysOf(orders, tiles, search);
  const queue = lowestFirst(orders, readingOf(stay, priceKeyOf));
  const take = taker(queue, search);
  let matches: readonly Match[] = [];
  let reach = Infinity;
  for (let wanted = FIRST_LOOK * (search.limit + 1); ; wanted *= 2) {
    const near = await take({ wanted, reach });
    matches = matches.concat(await findMatches(db, near, search, { ...asked, priceKeyOf }));
    const counts = await addUp(matches);
    const to = highestKey(matches, after, search);
    // Figures count searches without any free space, so that it has to look for one.
    reach = counts.availableCount > 0 ? to : Infinity;
    const least = queue.least();
    if (least !== undefined && least <= reach) continue;
    const nearOf = async (equal: readonly Match[]) =>
      listNear(await listOwn(tiles, operatorsOf(equal)), search);
    const page = await choosePage(matches, nearOf, search, { after, to });
    return { ...asked, ...page, ...counts, to };
  }
}

/**
 * Takes the next lots that a search may find: all whose keys may be `reach` or less or, where that
 * is Infinity, as many as are wanted.
 */
function taker({ takeWhile }: Pick<Queue, 'takeWhile'>, search: LotSearch) {
  /** A lot may be in several orders. */
  const taken = new Set<string>();
  return async ({ wanted, reach }: { wanted: number; reach: number }): Promise<Near[]> => {
    const near: Near[] = [];
    const isWanted = (least: number) =>
      least <= reach && (reach < Infinity || near.length < wanted);
    await inTimeSlices(takeWhile(isWanted), (lot) => {
      if (lot === undefined || taken.has(lot.lotId)) return;
      taken.add(lot.lotId);
      const distanceM = distanceTo(lot, search);
      if (distanceM !== undefined) near.push({ lot, distanceM });
    });
    return near;
  };
}

/** The keys of prices: where all lots have one currency, nobody has to count currencies. */
async function priceKeysOf(
  orders: readonly TileOrder[],
  tiles: readonly LotTile[],
  search: LotSearch,
): Promise<PriceKeyOf> {
  const currencies = new Set(orders.map(({ kind }) => kind?.currency));
  return priceKeys(currencies.size > 1 ? await listNear(lotsOf(tiles), search) : []);
}

/** The stay that is asked for: an hour from now on where no window is. */
function stayOf({ period: { window, now } }: Pick<Times, 'period'>): Beginning {
  const beginMs = (window?.from ?? now).getTime();
  return {
    fromMs: Math.floor(beginMs / BEGIN_WITHIN_MS) * BEGIN_WITHIN_MS,
    minutes: window === null ? minutesInHour : stayMinutes(window.from, window.to),
  };
}

/** How to read lots by the lowest keys that a search can give them; undefined: a lot is gone. */
function readingOf(
  { minutes }: Beginning,
  priceKeyOf: PriceKeyOf,
): Reading<TileOrder, KnownLot | undefined> {
  return {
    count: ({ lotIds }) => lotIds.length,
    leastAt({ kind, numbers }, i) {
      const number = numbers[i] ?? Infinity;
      if (kind === null) return number;
      return priceKeyOf(kind, kind.isTariff ? number : leastPrice(kind, number, minutes));
    },
    itemAt: ({ tile, lotIds }, i) => tile.get(lotIds[i] ?? ''),
  };
}

const operatorsOf = (matches: readonly Match[]) =>
  new Set(matches.map(({ lot }) => lot.operatorId));
