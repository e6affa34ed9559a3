import type { Querier } from '../stores/postgres.ts';

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

/** Whether the key paid the full price for this question within the last hour. */
export async function isReread(db: Querier, question: Question): Promise<boolean> {
  const [row] = await db.query<{ is_bought: boolean }>('purchases_find', {
    ...valuesOf(question),
    seconds: REREAD_SECONDS,
  });
  return row?.is_bought ?? false;
}

/** Stores that the key pays the full price; in one transaction with the charge. */
export async function notePurchase(db: Querier, question: Question): Promise<void> {
  await db.query('purchases_note', valuesOf(question));
}

function valuesOf({ keyId, operation, questionSha256 }: Question): Record<string, unknown> {
  return { key_id: keyId, operation, question_sha256: questionSha256 };
}
