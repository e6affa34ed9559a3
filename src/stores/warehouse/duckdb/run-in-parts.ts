import type { Resources } from '../plan-resources.ts';
import type { DuckDBSession, Values } from './duckdb.ts';
import { isOutOfMemory } from './out-of-memory.ts';

/** The rows whose key falls into `part` of `parts`; parts are numbered from 0. */
type Part = { part: number; parts: number };

/** Of its memory, a part is expected to need so much: estimates are rough. */
const PART_SHARE = 0.5;
/** A part as small as this is one lot, or one day. */
export const PARTS_MAX = 2 ** 20;
const KIB_IN_MIB = 1_024;

/** Into how many parts a statement is cut that needs so much memory. */
export function partsFor(neededKib: number, resources: Pick<Resources, 'memoryMib'>): number {
  return Math.min(PARTS_MAX, Math.max(1, Math.ceil(neededKib / partKib(resources))));
}

function partKib({ memoryMib }: Pick<Resources, 'memoryMib'>): number {
  return PART_SHARE * memoryMib * KIB_IN_MIB;
}

/** The parts for a statement: as many as by its estimate, or by what it turned out to need. */
export function plannedParts(session: DuckDBSession, path: string, estimatedKib: number): number {
  const { needs } = session.learnt;
  return partsFor(estimatedKib * (needs.get(path) ?? 1), session.resources);
}

/** Remembers that a statement worked in so many parts, after it ran out of memory in fewer. */
export function rememberParts(
  session: DuckDBSession,
  path: string,
  { estimatedKib, parts }: { estimatedKib: number; parts: number },
): void {
  const { needs } = session.learnt;
  const need = (parts * partKib(session.resources)) / Math.max(1, estimatedKib);
  needs.set(path, Math.max(need, needs.get(path) ?? 1));
}

/**
 * Does `work`, and again with half of the threads as often as it runs out of memory: each of them
 * needs some. Throws when it runs out of memory with one.
 */
export async function withThreadsAsNeeded<T>(
  session: DuckDBSession,
  work: () => Promise<T>,
): Promise<T> {
  let { threads } = session.resources;
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isOutOfMemory(error) || threads === 1) throw error;
      }
      threads = Math.floor(threads / 2);
      await session.useThreads(threads);
    }
  } finally {
    await session.useThreads(session.resources.threads);
  }
}

/**
 * Runs a statement of a build part by part; what each part writes is stored by itself. Returns how
 * many rows were written.
 */
export async function runInParts(
  session: DuckDBSession,
  path: string,
  values: Values,
): Promise<number> {
  let isBegun = false;
  const rowCounts = await eachPart(session, path, values, async (ofPart) => {
    const run = isBegun ? session.runOn : session.run;
    const rowCount = await run(path, ofPart);
    isBegun = true;
    return rowCount;
  });
  return rowCounts.reduce((sum, rowCount) => sum + rowCount, 0);
}

/** The rows that a statement finds in all of its parts. */
export async function queryInParts(
  session: DuckDBSession,
  path: string,
  values: Values,
): Promise<object[]> {
  const found = await eachPart(session, path, values, (ofPart) => session.query(path, ofPart));
  return found.flat();
}

/**
 * Works on one part of a statement after another. A part that runs out of memory is cut in two, and
 * so are those after it, all with one thread; the next time all parts are as small. A statement
 * that cannot be cut is run with fewer threads. Throws when the smallest part runs out of memory.
 */
async function eachPart<T>(
  session: DuckDBSession,
  path: string,
  values: Values,
  work: (values: Values) => Promise<T>,
): Promise<T[]> {
  const estimatedKib = await session.memoryNeeded(path, values);
  if (estimatedKib === undefined) return [await withThreadsAsNeeded(session, () => work(values))];
  const planned = plannedParts(session, path, estimatedKib);
  /** Larger parts than one of so many have run out of memory. */
  let needed = planned;

  async function workOn({ part, parts }: Part): Promise<T[]> {
    try {
      if (parts >= needed) return [await work({ ...values, part, parts })];
    } catch (error) {
      if (!isOutOfMemory(error) || parts >= PARTS_MAX) throw error;
      needed = 2 * parts;
      await session.useThreads(1);
    }
    const first = await workOn({ part, parts: 2 * parts });
    return [...first, ...(await workOn({ part: part + parts, parts: 2 * parts }))];
  }

  const done: T[] = [];
  try {
    for (let part = 0; part < planned; part += 1)
      done.push(...(await workOn({ part, parts: planned })));
    if (needed > planned) rememberParts(session, path, { estimatedKib, parts: needed });
  } finally {
    await session.useThreads(session.resources.threads);
  }
  return done;
}
