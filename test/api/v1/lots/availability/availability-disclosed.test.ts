import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestKey } from '../../../client.ts';
import { type Endpoints, type Kind, openEndpoints, SPACES } from './availability-endpoints.ts';

let endpoints: Endpoints;
beforeAll(async () => {
  endpoints = await openEndpoints();
});
afterAll(() => endpoints.api.stop());

type Lot = Awaited<ReturnType<Endpoints['addLot']>>;
const KINDS = ['exact', 'level', 'none'] as const;

async function lotWith(kind: Kind, counted: number): Promise<Lot> {
  const lot = await endpoints.addLot(kind);
  await endpoints.move(lot.id, { counted });
  return lot;
}

async function search({ place }: Lot, query: object = {}, key: TestKey = endpoints.stranger) {
  const asked = { ...place, radius_km: 1, ...query };
  const call = { key: key.secret, query: asked };
  const { status, body, text } = await endpoints.api.request('GET', '/api/v1/lots/search', call);
  expect(status, text).toBe(200);
  return body.lots as { id: string; availability: Record<string, unknown> }[];
}

const availabilityOf = async (lot: Lot, key?: TestKey) =>
  (await search(lot, {}, key)).find(({ id }) => id === lot.id)?.availability;

async function isAvailable(lot: Lot, key = endpoints.stranger): Promise<unknown> {
  const body = { action: 'check_availability', parameters: { lot_id: lot.id } };
  const call = { key: key.secret, body };
  const answer = await endpoints.api.request('POST', '/api/agents/openai/actions', call);
  return answer.body.available;
}

const figures = (available_spaces: number | null, level: string | null, status: string) => ({
  available_spaces,
  occupancy_pct: available_spaces === null ? null : SPACES - available_spaces,
  level,
  status,
});

describe.each([
  [40, 60, 'free', 'open', true],
  [89, 11, 'free', 'open', true],
  [90, 10, 'few', 'open', true],
  [99, 1, 'few', 'open', true],
  [100, 0, 'full', 'full', false],
])('with %i of 100 spaces in use', (counted, free, level, status, available) => {
  test('others are told the figures, the level or nothing, and the operator all', async () => {
    for (const kind of KINDS) {
      const lot = await lotWith(kind, counted);
      const exact = { ...figures(free, level, status), source: 'reported' };
      const own = await availabilityOf(lot, endpoints.owner);
      expect(own).toMatchObject(exact);
      expect(await isAvailable(lot, endpoints.owner)).toBe(available);
      const told = await availabilityOf(lot);
      // A fleet sees of its operator's lots what the public sees.
      expect(await availabilityOf(lot, endpoints.fleets.owner)).toMatchObject({
        level: told?.level,
      });
      switch (kind) {
        case 'exact':
          expect(told).toEqual(own);
          break;
        case 'level':
          expect(told).toMatchObject({ ...figures(null, level, status), source: null });
          expect(told?.as_of).not.toBe(own?.as_of);
          break;
        case 'none':
          expect(told).toMatchObject({ ...figures(null, null, 'unknown'), source: null });
      }
      expect(await isAvailable(lot)).toBe(kind === 'none' ? null : available);
    }
  });
});

test('a lot that is closed says so, whatever else it shows', async () => {
  for (const kind of KINDS) {
    const lot = await lotWith(kind, 40);
    await endpoints.change(lot.id, { opening_hours: 'off' });
    expect(await availabilityOf(lot)).toMatchObject({ status: 'closed' });
    expect(await isAvailable(lot)).toBe(false);
  }
});

test('available_only leaves out what is shown to be full', async () => {
  for (const kind of KINDS) {
    const lot = await lotWith(kind, 100);
    const isFound = async (key?: TestKey) =>
      (await search(lot, { available_only: true }, key)).some(({ id }) => id === lot.id);
    expect(await isFound()).toBe(kind === 'none');
    expect(await isFound(endpoints.owner)).toBe(false);
  }
});

test('sorted by free spaces, a lot has the place of the fewest that it can have', async () => {
  const placeOf = async (lot: Lot, key?: TestKey) =>
    (await search(lot, { sort: 'availability' }, key)).findIndex(({ id }) => id === lot.id);
  // Beside a neighbour that shows 60 free spaces.
  for (const [kind, place] of [
    ['exact', 0] as const,
    ['level', 1] as const,
    ['none', 1] as const,
  ]) {
    const lot = await lotWith(kind, 0);
    expect(await placeOf(lot)).toBe(place);
    expect(await placeOf(lot, endpoints.owner)).toBe(0);
  }
});

test('whoever parks learns when there is no space, and otherwise parks', async () => {
  for (const kind of KINDS) {
    const { id } = await endpoints.addLot(kind);
    await endpoints.change(id, { total_spaces: 1 });
    const park = () => {
      const body = { lot_id: id, plate: endpoints.parking.newPlate(), duration_hours: 1 };
      const call = { key: endpoints.stranger.secret, body };
      return endpoints.api.request('POST', '/api/v1/sessions', call);
    };
    const parked = await park();
    expect(parked.status, parked.text).toBe(201);
    const [line] = parked.body.session.pricing.lines;
    expect(line.description).toContain(kind === 'exact' ? '(0 % occupied)' : '(occupancy)');
    expect(await park()).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'lot_full' } } },
    });
  }
});
