import { gatherLoads } from '../../kit/pool/gather-loads.ts';
import type { Querier } from '../../stores/postgres.ts';

/** How long after a full-price purchase the same question costs its re-read price. */
export const REREAD_SECONDS = 3_600;

/** One question to an operation, by one key. */
export type Question = {
  keyId: string;
  /** operationId of the call. */
  operation: string;
  /** SHA-256 of its canonical parameters. */
  questionSha256: Buffer;
};

/** Tells whether a key paid the full price for a question within the last hour. */
export type FindReread = (question: Question) => Promise<boolean>;

/** Concurrent callers share a statement, which begins after their calls. */
export function createFindReread(db: Querier): FindReread {
  const bought = new WeakSet<Question>();
  const load = gatherLoads<Question>(async (questions) => {
    const rows = await db.query<{ place: number }>('purchases_find', {
      ...valuesOf(questions),
      seconds: REREAD_SECONDS,
    });
    for (const { place } of rows)
      for (const question of questions.slice(place - 1, place)) bought.add(question);
  });
  return async (question) => {
    await load([question]);
    return bought.has(question);
  };
}

/** Stores that keys pay the full price; in one transaction with the charges. */
export async function notePurchases(db: Querier, questions: readonly Question[]): Promise<void> {
  if (questions.length > 0) await db.query('purchases_note', valuesOf(questions));
}

function valuesOf(questions: readonly Question[]): Record<string, unknown> {
  return {
    keyIds: questions.map(({ keyId }) => keyId),
    operations: questions.map(({ operation }) => operation),
    questionsSha256: questions.map(({ questionSha256 }) => questionSha256),
  };
}
