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
export function partsFor(neededKib: number, { memoryMib }: Pick<Resources, 'memoryMib'>): number {
  const partKib = PART_SHARE * memoryMib * KIB_IN_MIB;
  return Math.min(PARTS_MAX, Math.max(1, Math.ceil(neededKib / partKib)));
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
 * Runs a statement of a build for one part after another; what each part writes is stored by
 * itself. A part that runs out of memory is cut in two, and then has one thread; a statement that
 * cannot be cut is run with fewer threads. Returns how many rows were written. Throws when the
 * smallest part runs out of memory.
 */
export async function runInParts(
  session: DuckDBSession,
  path: string,
  values: Values,
): Promise<number> {
  const neededKib = await session.memoryNeeded(path, values);
  if (neededKib === undefined) return withThreadsAsNeeded(session, () => session.run(path, values));
  let isBegun = false;

  async function runPart({ part, parts }: Part): Promise<number> {
    try {
      const run = isBegun ? session.runOn : session.run;
      const rowCount = await run(path, { ...values, part, parts });
      isBegun = true;
      return rowCount;
    } catch (error) {
      if (!isOutOfMemory(error) || parts >= PARTS_MAX) throw error;
    }
    await session.useThreads(1);
    const first = await runPart({ part, parts: 2 * parts });
    return first + (await runPart({ part: part + parts, parts: 2 * parts }));
  }

  const parts = partsFor(neededKib, session.resources);
  let rowCount = 0;
  try {
    for (let part = 0; part < parts; part += 1) {
      rowCount += await runPart({ part, parts });
    }
  } finally {
    await session.useThreads(session.resources.threads);
  }
  return rowCount;
}
