import { insertSearches, type Search } from '../../../../src/demand/searches/record-search.ts';
import { readClock } from '../../../../src/stores/postgres.ts';
import type { TestDatabase } from '../../../stage/database.ts';

type Stage = Pick<TestDatabase, 'db' | 'sql'>;

/** A search an hour ago that found nothing downtown, with these changes. */
export type Wish = Partial<Omit<Search, 'at'>> & { ageMs?: number };

type Site = {
  livemode: boolean;
  cell: string;
  latitude: number;
  longitude: number;
  city: string | null;
  state: string | null;
  nearest_lot_m: number | null;
  unmet_searches: number;
  caller_count: number;
  suggested_spaces: number;
  from_at: Date;
  to_at: Date;
};

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DOWNTOWN = { lat: 43.6532, lng: -79.3832 };

/** Callers that differ only in their operators: they share an address. */
export const byKey = (name: string) => ({
  keyId: `key_${name}`,
  operatorId: `op_${name}`,
  ip: '192.0.2.1',
});
export const byAddress = (ip: string) => ({ keyId: null, operatorId: null, ip });

/** Writes searches as the product does; their age is relative to the database's clock. */
export async function addSearches({ db }: Stage, wishes: readonly Wish[]): Promise<Search[]> {
  const now = await readClock(db);
  const searches = wishes.map(({ ageMs = HOUR_MS, ...wish }): Search => {
    const at = new Date(now.getTime() - ageMs);
    const found = { foundCount: 0, availableCount: 0, nearestM: null };
    const by = { agentPlatform: null, window: null, caller: byKey('one') };
    const what = { kind: 'search', livemode: true, centre: DOWNTOWN, radiusM: 5_000 } as const;
    return { ...what, ...found, ...by, at, ...wish };
  });
  await insertSearches(db, searches);
  return searches;
}

/** This many searches by each caller; by default just enough for a site. */
export function searchesBy(counts: readonly number[] = [4, 3, 3], wish: Wish = {}): Wish[] {
  return counts.flatMap((count, i) =>
    Array.from({ length: count }, () => ({ caller: byKey(`caller${i}`), ...wish })),
  );
}

/** Makes all searches this much older, without deleting who made them. */
export async function passMs({ sql }: Stage, ms: number): Promise<void> {
  for (const table of ['search_log', 'search_callers'])
    await sql(`update ${table} set at = at - $1 * interval '1 millisecond'`, [ms]);
}

export function readSites({ sql }: Stage): Promise<Site[]> {
  return sql<Site>(
    `select livemode, to_hex(cell) as cell, latitude, longitude, city, state, nearest_lot_m,
       unmet_searches, caller_count, suggested_spaces, from_at, to_at
     from marts.projection_sites as site order by livemode desc, site.cell`,
  );
}

export async function startOver({ sql }: Stage): Promise<void> {
  await sql('truncate search_log, search_callers, marts.projection_sites');
}
