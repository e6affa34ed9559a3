/** Parts of answers, such as cells and groups, that are kept for each world; about 1 kB each. */
const PARTS_KEPT_MAX = 50_000;

type Kept = { answer: Promise<unknown>; partCount: number };

/** Answers by their questions, computed from one publication; the oldest are forgotten first. */
export type KeptAnswers = {
  /**
   * The answer to a question, computed once for all who ask it. `countParts` says how large it is.
   * An answer that could not be computed is not kept.
   */
  find<T>(
    question: string,
    compute: () => Promise<T>,
    countParts: (answer: T) => number,
  ): Promise<T>;
};

export function createKeptAnswers(partsKeptMax = PARTS_KEPT_MAX): KeptAnswers {
  const kept = new Map<string, Kept>();
  let partCount = 0;

  function forget(question: string, one: Kept): void {
    if (kept.get(question) !== one) return;
    kept.delete(question);
    partCount -= one.partCount;
  }

  return {
    find<T>(question: string, compute: () => Promise<T>, countParts: (answer: T) => number) {
      const known = kept.get(question);
      if (known !== undefined) return known.answer as Promise<T>;
      const answer = compute();
      const one: Kept = { answer, partCount: 1 };
      kept.set(question, one);
      partCount += one.partCount;
      answer.then(
        (computed) => {
          const added = countParts(computed);
          if (kept.get(question) !== one) return;
          one.partCount += added;
          partCount += added;
          for (const [oldest, other] of kept) {
            if (partCount <= partsKeptMax) return;
            forget(oldest, other);
          }
        },
        () => forget(question, one),
      );
      return answer;
    },
  };
}
