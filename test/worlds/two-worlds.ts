import { cellAt, cellParent } from '../../src/kit/geo/cells.ts';
import { startTestApi, type TestApi, type TestKey } from '../api/client.ts';
import { addOperators, pick, type Random } from '../pipelines/stage/parking.ts';
import { openTestWarehouse, type TestWarehouse } from '../stage/warehouse.ts';
import {
  exchanged,
  type Lot,
  type Neighbourhood,
  type Place,
  writeNeighbourhood,
} from './histories.ts';

// Two worlds, alike in all that is posted. In each area of the second one, the operators have
// changed their whole histories with each other. Whoever could tell the worlds apart would know
// which operator had what.

export type World = { api: TestApi; warehouse: TestWarehouse; key: TestKey; operatorIds: string[] };
export type Worlds = readonly [World, World];

export function openWorlds(operatorCount: number): Promise<Worlds> {
  return Promise.all([openWorld(operatorCount), openWorld(operatorCount)]);
}

async function openWorld(operatorCount: number): Promise<World> {
  const api = await startTestApi();
  const warehouse = await openTestWarehouse(api.database);
  const key = await api.createKey({ rateLimits: { intelligence: 1_000_000 } });
  return { api, warehouse, key, operatorIds: await addOperators(api.database, operatorCount) };
}

export async function closeWorlds(worlds: Worlds): Promise<void> {
  for (const { warehouse, api } of worlds) {
    await warehouse.close();
    await api.stop();
  }
}

type Filling = {
  /** Writes the rest of what is alike in both, before it is published. */
  addRest?(world: World): Promise<void>;
  /** Areas in which operators exchange everything at once have the same name. */
  groupOf?(lot: Lot, area: string): string;
};

/** Writes neighbourhoods into both worlds, into the second one after the exchange. */
export async function fillWorlds(
  [one, other]: Worlds,
  all: readonly Neighbourhood[],
  random: Random,
  { addRest = async () => undefined, groupOf = (_lot, area) => area }: Filling = {},
): Promise<void> {
  for (const each of all) await writeNeighbourhood(one.api.database, each, one.operatorIds);
  await addRest(one);
  await one.warehouse.refresh();
  const together = {
    lots: all.flatMap(({ lots }) => lots),
    histories: new Map(all.flatMap(({ histories }) => [...histories])),
  };
  const areaOf = await areasIn(one.api);
  const after = exchanged(random, together, areaOf, (lot) => groupOf(lot, areaOf(lot)));
  await writeNeighbourhood(other.api.database, after, other.operatorIds);
  await addRest(other);
  // So its areas are drained by another refresh than the one that cuts them, unlike in the first.
  await other.api.database.duringTransaction(() => other.warehouse.refreshNow());
  await other.warehouse.refresh();
}

const cellsAbove = (lat: number, lng: number) =>
  [8, 7, 6, 5].map((resolution) => cellParent(cellAt(lat, lng), resolution));

/** In which area each lot is. */
async function areasIn({ database }: TestApi): Promise<(lot: Lot) => string> {
  const rows = await database.sql<{ cell: string }>(
    `select cell::text from area_cells where kind = 'use'`,
  );
  const named = new Set(rows.map(({ cell }) => BigInt(cell)));
  return ({ lat, lng, country }) =>
    `${country} ${cellsAbove(lat, lng).find((cell) => named.has(cell))}`;
}

export type Question = { path: string; query: Record<string, string | number | boolean> };

/** A point near one of these, most often very near. */
export function pointNear(random: Random, places: readonly Place[]): Place {
  const place = pick(random, places);
  const away = 0.06 * random() ** 2;
  const near = (degrees: number) => Number((degrees + (2 * random() - 1) * away).toFixed(5));
  return { lat: near(place.lat), lng: near(place.lng) };
}

/** From 100 m to 50 km. */
export function radiusKm(random: Random): number {
  return Number((0.1 * 500 ** random()).toFixed(3));
}

/** The text of an answer without what is of the call itself. */
export async function ask({ api, key }: World, { path, query }: Question): Promise<string> {
  const answer = await api.request('GET', `/api/v2/intelligence/${path}`, {
    key: key.secret,
    query,
  });
  const { meta, error, ...rest } = answer.body ?? { text: answer.text };
  return JSON.stringify([answer.status, error?.code, meta?.cost_cents, meta?.confidence, rest]);
}

/** The answers to questions in the first world and in the second, asked at the same time. */
export async function askBoth([one, other]: Worlds, questions: readonly Question[]) {
  return Promise.all(
    questions.map(async (question) => ({
      question,
      answers: await Promise.all([ask(one, question), ask(other, question)]),
    })),
  );
}
