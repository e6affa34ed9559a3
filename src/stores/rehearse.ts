import type { Postgres, Querier } from './postgres.ts';

type Rehearsal = Pick<Postgres, 'query' | 'transaction'> & { isRehearsal: true };

/** Whether nothing that is written there stays. */
export function isRehearsal(db: object): db is Rehearsal {
  return 'isRehearsal' in db;
}

/** Does `work`; of a rehearsal as a whole, so that it finds what it has written. */
export function inRehearsal<T>(db: Querier, work: (db: Querier) => Promise<T>): Promise<T> {
  return isRehearsal(db) ? db.transaction(work) : work(db);
}

/**
 * The same database, in which nothing that is written stays: each statement, and each transaction,
 * is rolled back as soon as it has told what it would do. So none holds its locks for longer than
 * the real one, and none sees what an earlier one would have written.
 */
export function rehearse(db: Pick<Postgres, 'transaction'>): Rehearsal {
  const transaction: Postgres['transaction'] = async (work) => {
    const undo = new Error('rolled back on purpose');
    const done: Awaited<ReturnType<typeof work>>[] = [];
    try {
      await db.transaction(async (connection) => {
        done.push(await work(connection));
        throw undo;
      });
    } catch (error) {
      if (error !== undo) throw error;
    }
    return done[0] as Awaited<ReturnType<typeof work>>;
  };
  return {
    isRehearsal: true,
    transaction,
    query: (name, values) => transaction((connection) => connection.query(name, values)),
  };
}

/** Does `work` in one transaction, so that it finds what it has written, and rolls it back. */
export function rehearseWhole<T>(
  db: Pick<Postgres, 'transaction'>,
  work: (rehearsal: Rehearsal) => Promise<T>,
): Promise<T> {
  return rehearse(db).transaction((connection) =>
    work({ ...connection, isRehearsal: true, transaction: (inner) => inner(connection) }),
  );
}
