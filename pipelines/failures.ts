import { loggableError } from '../src/stores/loggable-error.ts';

const REASON_LENGTH_MAX = 200;

/** Models of a step have failed; they are noted by their own names. */
export class ModelsFailed extends Error {
  constructor(cause: unknown) {
    super('models have failed', { cause });
    this.name = 'ModelsFailed';
  }
}

/** What has failed in one refresh, and what waits for that, by the names of steps and models. */
export type Failures = ReturnType<typeof noFailures>;

export function noFailures() {
  const failed = new Map<string, unknown>();
  const waiting = new Set<string>();
  return {
    failed,
    waiting,
    /** Whether it failed, or waits. */
    has: (name: string) => failed.has(name) || waiting.has(name),
    /** The error of the first that failed. */
    first: () => [...failed.values()].find((error) => !(error instanceof ModelsFailed)),
    /** What failed, and why; a step whose models failed is listed by its models. */
    list: () =>
      [...failed]
        .filter(([, error]) => !(error instanceof ModelsFailed))
        .map(([name, error]) => ({ name, reason: reasonOf(error) })),
  };
}

/**
 * The first sentence of an error, for everybody: up to the first value that it quotes, such as that
 * of a row that cannot be read, and without rows that a check has found.
 */
export function reasonOf(error: unknown): string {
  const [line = ''] = String(loggableError(error).message).split('\n');
  const [sentence = ''] = line.split(/, such as |["'`{[]/);
  return sentence.trim().slice(0, REASON_LENGTH_MAX) || 'unknown';
}
