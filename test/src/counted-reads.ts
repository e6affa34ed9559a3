import { expect, vi } from 'vitest';
import type { Postgres } from '../../src/stores/postgres.ts';

const UNTIL = { timeout: 20_000, interval: 5 };

/** A database that counts how often it is asked, to see what is answered from memory. */
export function countReads(db: Postgres) {
  let readCount = 0;
  return {
    db: {
      ...db,
      query<Row extends object>(name: string, values?: Record<string, unknown>) {
        readCount += 1;
        return db.query<Row>(name, values);
      },
    },
    readCount: () => readCount,
    /** Resolves once `ask` no longer reads the database. */
    untilKept: (ask: () => Promise<unknown>) =>
      vi.waitFor(async () => {
        await ask();
        const before = readCount;
        await ask();
        expect(readCount).toBe(before);
      }, UNTIL),
  };
}
