import { oncePer } from '../../../../../src/kit/cache/once-per.ts';
import { countBelow } from '../../../../../src/kit/count-below.ts';
import type { MapFeed } from '../../../../../src/outbound/feeds/map-feed.ts';

/** Sorted once for each state of the feed. */
const inOrder = oncePer((ids: readonly string[]) => Float64Array.from(ids, Number).sort());

/**
 * A page of parking sites in the order of their ids, as JSON: at most `limit` of them from the id
 * `start` on. A page that is full says where the next one begins, as a server of ParkAPI does.
 */
export async function pageOfSites(
  sites: MapFeed,
  path: string,
  { start, limit }: { start: number; limit: number },
): Promise<Buffer> {
  const ids = inOrder(await sites.ids());
  const from = countBelow(ids, start);
  const page = [...ids.subarray(from, from + limit)];
  const found = await Promise.all(page.map((id) => sites.find(String(id))));
  const items = found.filter((text) => text !== undefined).map(String);
  const nextId = (page.at(-1) ?? 0) + 1;
  const next = { next_id: nextId, next_path: `${path}?start=${nextId}&limit=${limit}` };
  const members = [
    `"total_count":${ids.length}`,
    `"items":[${items}]`,
    ...(page.length < limit ? [] : [JSON.stringify(next).slice(1, -1)]),
  ];
  return Buffer.from(`{${members}}`);
}
