import { cellToParent } from 'h3-js';
import { areaFinder, type DisclosedArea } from '../../../src/demand/areas/disclosed-area.ts';
import { lotsByArea, tellArea } from '../../pipelines/stage/area-oracle.ts';
import type { Query } from '../../pipelines/stage/demand-oracle.ts';
import {
  type PublishedWorld,
  readPublishedWorld,
} from '../../src/demand/market/published-world.ts';
import type { TestDatabase } from '../../stage/database.ts';
import type { TestWarehouse } from '../../stage/warehouse.ts';
import { readHappenings } from './read-happenings.ts';

// What had happened up to a publication, read from the rows that the product writes into Postgres.

type Sql = Pick<TestDatabase, 'sql'>;

/** The last row of each source that the warehouse has drained. */
export type Marks = ReadonlyMap<string, { tx: string; id: string }>;

export type Truth = {
  /** Areas as they follow from what happened; searches as published. */
  market: PublishedWorld;
  /** How many areas tell of their occupancy. */
  toldCount: number;
  queries: readonly (Query & { cityId: number })[];
  conversions: readonly { cityId: number; searchedOn: string }[];
};

export async function readMarks(warehouse: Pick<TestWarehouse, 'rows'>): Promise<Marks> {
  const rows = await warehouse.rows(
    'select source, tx::varchar as tx, id::varchar as id from watermarks',
  );
  return new Map(
    (rows as { source: string; tx: string; id: string }[]).map(({ source, tx, id }) => [
      source,
      { tx, id },
    ]),
  );
}

/** Everything of the live world that was drained; `asOf` in ms. */
export async function readTruth(database: Sql, marks: Marks, asOf: number): Promise<Truth> {
  const upTo = (source: string) => marks.get(source) ?? { tx: '0', id: '0' };
  const bound = (source: string) => [upTo(source).tx, upTo(source).id];
  const known = await readHappenings(database, marks);
  const areas = [...lotsByArea(known)].map(([area, lots]): DisclosedArea => {
    const [country = '', cell = ''] = area.split(' ');
    const told = tellArea(lots, { ...known, asOf });
    return { country, cell: BigInt(cell), ...told, paid_pct: told.paid_pct ?? null };
  });
  const published = await readPublishedWorld(database, { upTo: upTo('audit_log') });
  const searches = await database.sql<SearchRow>(SEARCHES, bound('search_log'));
  return {
    market: { ...published, around: { ...published.around, areaOf: areaFinder(areas) } },
    toldCount: areas.filter(({ occupied_pct }) => occupied_pct !== null).length,
    queries: searches.flatMap((row) => {
      const { agentPlatform, cityId, wantedOn } = row;
      if (agentPlatform === null || cityId === null || wantedOn === null) return [];
      const parent = cellToParent(BigInt(row.cell).toString(16), 8);
      return [{ ...row, agentPlatform, cityId, wantedOn, place: String(BigInt(`0x${parent}`)) }];
    }),
    conversions: await database.sql<Truth['conversions'][number]>(
      CONVERSIONS,
      bound('conversions'),
    ),
  };
}

type SearchRow = Pick<Query, 'at' | 'kind' | 'availableCount' | 'caller'> & {
  cell: string;
  agentPlatform: string | null;
  cityId: number | null;
  wantedOn: string | null;
};

/** Those that count: not what one caller asks more than 20 times on a day in one place. */
const SEARCHES = `
  select at, cell::text as cell, kind, caller::text as caller,
    available_lot_count as "availableCount", agent_platform as "agentPlatform",
    city_id as "cityId", wanted_on::text as "wantedOn"
  from search_log
  left join (select tx, search_id, caller from search_callers) as known using (tx, search_id)
  where livemode and (tx, search_id) <= ($1::xid8, $2::bigint)
    and (is_keyed is null or caller_ordinal is not null)`;

const CONVERSIONS = `
  select city_id as "cityId", searched_on::text as "searchedOn" from conversions
  where livemode and (tx, conversion_id) <= ($1::xid8, $2::bigint)`;
