import { expect } from 'vitest';
import { systemClock } from '../../../../../src/kit/clock.ts';
import { openParking } from '../../../../stage/parking.ts';
import { type Answer, startTestApi, type TestKey } from '../../../client.ts';
import { callTool, textsOf } from '../../../mcp/connect.ts';
import { windowInHours } from '../../../stage.ts';

export type Kind = 'exact' | 'level' | 'none';
/** How full a lot is made: so many vehicles are counted on it, or parked, or held for. */
export type Moved = { counted?: number; parked?: number; held?: number };

export const SPACES = 100;
const PLATFORM = { 'x-agent-platform': 'test' };
const rateLimits = Object.fromEntries(
  ['read', 'write', 'fleet', 'sandbox', 'agent_call', 'agent_session', 'dispatcher'].map(
    (budget) => [budget, 10_000],
  ),
);

/** Instants of the question and ids of one answer, which differ from call to call. */
const OF_ONE_CALL =
  /((?:as_of|expires_at|request_id)\\?":\\?"|quote\\?":\{\\?"id\\?":\\?")[^"\\]+/g;

function searchesIn(windows: readonly object[]): object[] {
  const all = [{}, ...windows].flatMap((window) =>
    ['distance', 'price', 'availability'].map((sort) => ({ ...window, sort })),
  );
  const wishes = [{}, { available_only: true }, { open_now: true }, { limit: 1 }];
  return all.flatMap((search) => wishes.map((more) => ({ ...search, ...more })));
}

export type Endpoints = Awaited<ReturnType<typeof openEndpoints>>;

/**
 * The service, a lot of each kind with a neighbour, and everything that a caller can ask, of the
 * searches those that are chosen.
 */
export async function openEndpoints(choose: (searches: object[]) => object[] = (all) => all) {
  const clock = { ms: systemClock.now(), now: () => clock.ms };
  const api = await startTestApi({ clock });
  const parking = await openParking(api.database);
  const { operatorId } = parking.caller;
  const owner = await api.createKey({ operatorId, rateLimits });
  const stranger = await api.createKey({ rateLimits });
  const fleetKey = (of: TestKey) =>
    api.createKey({ operatorId: of.operatorId, fleetId: 'north', rateLimits });
  const fleets = { owner: await fleetKey(owner), stranger: await fleetKey(stranger) };
  const windows = [windowInHours(0.1, 2), windowInHours(6, 8)];
  const searches = choose(searchesIn(windows));
  let lastLatitude = 10;

  const send = async (path: string, body: object, key: TestKey, method = 'POST') => {
    const answer = await api.request(method, path, { key: key.secret, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  };

  const change = (lotId: string, body: object) =>
    send(`/api/v1/lots/${lotId}`, body, owner, 'PATCH');

  /** A lot at a place of its own, with a neighbour of another operator that is shown exactly. */
  async function addLot(kind: Kind): Promise<{ id: string; place: { lat: number; lng: number } }> {
    lastLatitude += 1;
    const place = { lat: lastLatitude, lng: 20 };
    const at = { latitude: place.lat, longitude: place.lng };
    const id = await parking.addLot({ ...at, total_spaces: SPACES, opening_hours: '24/7' });
    await change(id, { availability_shown: kind });
    const occupancy = { bands: [{ from_pct: 0, multiplier: 1.25 }] };
    await send(`/api/v1/lots/${id}/rates`, { base_rate: 2, dynamic: { occupancy } }, owner, 'PUT');
    const other = await api.createKey();
    const next = { ...at, longitude: 20.0001, total_spaces: 60 };
    await parking.addLot({ ...next, operator_id: other.operatorId });
    return { id, place };
  }

  async function move(lotId: string, { counted, parked = 0, held = 0 }: Moved): Promise<void> {
    for (let i = 0; i < parked; i += 1) await parking.park(lotId);
    for (let i = 0; i < held; i += 1) await parking.hold(lotId);
    if (counted !== undefined)
      await send(`/api/v1/lots/${lotId}/occupancy`, { occupied: counted }, owner);
  }

  return { api, clock, parking, owner, stranger, fleets, windows, searches, addLot, change, move };
}

/** What a caller learns at every endpoint that shows the lot, by endpoint, and how it is tagged. */
export async function askAll(
  endpoints: Endpoints,
  { id, place }: { id: string; place: { lat: number; lng: number } },
  { key, fleet, since }: { key: TestKey | undefined; fleet?: TestKey; since: string },
): Promise<Record<string, string>> {
  const { api, clock, windows, searches, parking } = endpoints;
  // A minute later every bucket is full again, and feeds are read again.
  clock.ms += 60_000;
  const told: Record<string, string> = {};
  const note = (endpoint: string, text: string, tag = '') => {
    told[endpoint] = `${text.replace(OF_ONE_CALL, '$1')} ${tag}`;
  };
  const noteAnswer = (endpoint: string, { status, text, headers }: Answer) =>
    note(endpoint, `${status} ${text}`, headers.etag);
  const ask = async (path: string, query: object = {}) => {
    const call = { ...(key && { key: key.secret }), query: { ...query } };
    noteAnswer(`${path} ${JSON.stringify(query)}`, await api.request('GET', path, call));
  };
  const near = { ...place, radius_km: 1 };
  for (const search of searches) await ask('/api/v1/lots/search', { ...near, ...search });
  for (const path of ['', '/rates', '/osm-tags']) await ask(`/api/v1/lots/${id}${path}`);
  for (const path of ['lots.geojson', 'lots.ndjson.gz', 'lots.osm', 'lots.osc'])
    await ask(`/api/v1/${path}`);
  await ask('/api/v1/lots/changes', { since });
  for (const path of ['parkapi/v3/parking-sites', 'parkapi/v3/otp', 'apds/v4/places'])
    await ask(`/feeds/${path}`);
  await ask('/feeds/apds/v4/rates');
  await ask(`/feeds/parkapi/v3/parking-sites/${siteNumber(id)}`);
  note('tool', textsOf(await callTool(api, 'search_parking', near, key && { key })).join());
  if (key === undefined) return told;
  for (const path of ['events', `audit?entity_id=${id}`, 'lots']) await ask(`/api/v1/${path}`);
  const act = async (action: string, parameters: object) => {
    const body = { action, parameters };
    const call = { key: key.secret, body, headers: PLATFORM };
    const answer = await api.request('POST', '/api/agents/openai/actions', call);
    noteAnswer(`${action} ${JSON.stringify(parameters)}`, answer);
  };
  for (const window of [{}, ...windows]) {
    await act('search_parking', { ...near, ...window, sort: 'availability' });
    await act('check_availability', { lot_id: id, ...window });
    await act('get_rates', { lot_id: id, ...window });
  }
  const reserve = async (body: object) => {
    const headers = { 'idempotency-key': parking.newPlate() };
    const call = { key: key.secret, headers, body: { intent: 'parking for an hour', ...body } };
    noteAnswer(
      `reserve ${JSON.stringify(body)}`,
      await api.request('POST', '/api/v1/reserve', call),
    );
  };
  if (fleet === undefined) return told;
  // One space more than others may hold.
  await reserve({ lot_id: id, space_count: SPACES / 10 + 1 });
  for (const target of [{ lot_id: id }, { near: { ...place, radius_km: 1 } }]) {
    const vehicles = Array.from({ length: 50 }, () => ({ plate: parking.newPlate() }));
    const call = { key: fleet.secret, body: { fleet_id: 'north', vehicles, ...target } };
    noteAnswer(
      `dispatch ${Object.keys(target)}`,
      await api.request('POST', '/av-fleet/dispatch', call),
    );
  }
  return told;
}

/** The id of a lot in ParkAPI. */
const siteNumber = (lotId: string) => Number.parseInt(lotId.replaceAll('-', '').slice(-13), 16);
