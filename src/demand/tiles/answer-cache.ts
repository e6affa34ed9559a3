import { LRUCache } from 'lru-cache';

/** Memory for the answers of each mode. */
const BYTES_KEPT_MAX = 64 * 1024 * 1024;
/** What an answer takes besides itself. */
const BYTES_PER_ANSWER = 300;

/** An answer says how much memory it takes. */
export type Sized = { readonly byteLength: number };

/**
 * Answers by their questions, computed from one publication. What has not been asked for longest is
 * forgotten first.
 */
export type AnswerCache = {
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

export function createAnswerCache(bytesKeptMax = BYTES_KEPT_MAX): AnswerCache {
  const kept = new LRUCache<string, Sized, () => Promise<Sized>>({
    maxSize: bytesKeptMax,
    sizeCalculation: ({ byteLength }) => BYTES_PER_ANSWER + byteLength,
    fetchMethod: (_question, _old, { context: compute }) => compute(),
    // Who waits for an answer gets it, also when there is no room for it any more.
    ignoreFetchAbort: true,
  });
  const find = <T extends Sized>(question: string, compute: () => Promise<T>) =>
    kept.forceFetch(question, { context: compute }) as Promise<T>;

  return {
    find,
    findAll<T extends Sized>(
      questions: readonly string[],
      compute: (missing: readonly string[]) => Promise<readonly T[]>,
    ) {
      const missing: string[] = [];
      // Begun once all that are missing are known.
      const computed = Promise.resolve().then(() => (missing.length > 0 ? compute(missing) : []));
      const answers = questions.map((question) =>
        find(question, () => {
          const place = missing.push(question) - 1;
          return computed.then((all) => all[place] as T);
        }),
      );
      return Promise.all(answers);
    },
  };
}
