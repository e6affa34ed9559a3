/**
 * What goes wrong with a call: nothing is answered (`silent`), the connection ends (`gone`), or an
 * error comes (`500`, `429`), before or after the call did its work. 429 never does any.
 */
export type Failure =
  | 'silent before'
  | 'silent after'
  | 'gone after'
  | '500 before'
  | '500 after'
  | '429'
  /** Nothing goes wrong: what was planned after it is for a later call. */
  | 'fine';

type Planned = { path: RegExp; failure: Failure; count: number };

/** Failures in the order in which they were planned, each for calls whose path fits. */
export function planFailures() {
  const planned: Planned[] = [];
  return {
    plan(path: RegExp, failure: Failure, count = 1) {
      planned.push({ path, failure, count });
    },
    next(methodAndPath: string): Failure | undefined {
      const one = planned.find(({ path, count }) => count > 0 && path.test(methodAndPath));
      if (one === undefined) return undefined;
      one.count -= 1;
      return one.failure;
    },
    clear() {
      planned.length = 0;
    },
  };
}
