import { forgetOldest } from '../../kit/cache/forget-oldest.ts';

/** Memory for the answers of each world. */
const BYTES_KEPT_MAX = 64 * 1024 * 1024;
/** What an answer takes besides itself. */
const BYTES_PER_ANSWER = 300;

/** An answer says how much memory it takes. */
export type Sized = { readonly byteLength: number };

type Kept = { answer: Promise<Sized>; byteLength: number };

/**
 * Answers by their questions, computed from one publication. What has not been asked for longest is
 * forgotten first.
 */
export type KeptAnswers = {
  /**
   * The answer to a question, computed once for all who ask it. An answer that could not be
   * computed is not kept.
   */
  find<T extends Sized>(question: string, compute: () => Promise<T>): Promise<T>;
  /**
   * The answers to several questions, in their order. `compute` gets those that are missing, and
   * returns theirs in that order. An error reaches all who wait for what was being computed.
   */
  findAll<T extends Sized>(
    questions: readonly string[],
    compute: (missing: readonly string[]) => Promise<readonly T[]>,
  ): Promise<T[]>;
};

export function createKeptAnswers(bytesKeptMax = BYTES_KEPT_MAX): KeptAnswers {
  /** Those asked for last are at the end. */
  const kept = new Map<string, Kept>();
  let byteLength = 0;

  function recall<T extends Sized>(question: string): Promise<T> | undefined {
    const one = kept.get(question);
    if (one === undefined) return undefined;
    kept.delete(question);
    kept.set(question, one);
    return one.answer as Promise<T>;
  }

  function keep<T extends Sized>(question: string, answer: Promise<T>): Promise<T> {
    const one: Kept = { answer, byteLength: BYTES_PER_ANSWER };
    kept.set(question, one);
    byteLength += one.byteLength;
    answer.then(
      (computed) => {
        if (kept.get(question) !== one) return;
        one.byteLength += computed.byteLength;
        byteLength += computed.byteLength;
        forgetOldest(kept, { size: () => byteLength, sizeMax: bytesKeptMax }, ([oldest, other]) =>
          forget(oldest, other),
        );
      },
      () => forget(question, one),
    );
    return answer;
  }

  function forget(question: string, one: Kept): void {
    if (kept.get(question) !== one) return;
    kept.delete(question);
    byteLength -= one.byteLength;
  }

  return {
    find: (question, compute) => recall(question) ?? keep(question, compute()),
    findAll: <T extends Sized>(
      questions: readonly string[],
      compute: (missing: readonly string[]) => Promise<readonly T[]>,
    ) => {
      const missing = questions.filter((question) => !kept.has(question));
      const computed = missing.length === 0 ? Promise.resolve([]) : compute(missing);
      for (const [i, question] of missing.entries())
        keep(
          question,
          computed.then((all) => all[i] as T),
        );
      return Promise.all(questions.map((question) => recall<T>(question) as Promise<T>));
    },
  };
}
