import { serialize } from 'node:v8';
import { expect } from 'vitest';
import type { Postgres } from '../../src/stores/postgres.ts';
import { untilHolds } from '../stage/until-holds.ts';

/** What was read of a database: statements, the rows that they returned, and the bytes of these. */
type Reads = { statements: number; rows: number; bytes: number };

/** A database that counts how often it is asked, to see what is answered from memory. */
export function countReads(db: Postgres) {
  let readCount = 0;
  let rowCount = 0;
  let byteCount = 0;
  return {
    db: {
      ...db,
      async query<Row extends object>(name: string, values?: Record<string, unknown>) {
        readCount += 1;
        const rows = await db.query<Row>(name, values);
        rowCount += rows.length;
        byteCount += serialize(rows).length;
        return rows;
      },
    },
    readCount: () => readCount,
    /** What is read while `work` runs. */
    async readsOf(work: () => Promise<unknown>): Promise<Reads> {
      const before = [readCount, rowCount, byteCount] as const;
      await work();
      return {
        statements: readCount - before[0],
        rows: rowCount - before[1],
        bytes: byteCount - before[2],
      };
    },
    /** Resolves once `ask` no longer reads the database. */
    untilKept: (ask: () => Promise<unknown>) =>
      untilHolds(async () => {
        await ask();
        const before = readCount;
        await ask();
        expect(readCount).toBe(before);
      }),
  };
}
