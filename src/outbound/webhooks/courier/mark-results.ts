import type { Querier } from '../../../stores/postgres.ts';
import { ATTEMPTS_KEPT, FAILURES_MAX } from '../webhook.ts';

/** One attempt to send a delivery, as it is kept and listed. */
export type Attempt = {
  /** When it began, ISO 8601. */
  at: string;
  /** How long it took. */
  ms: number;
  /** The HTTP status; null where there was no answer. */
  status: number | null;
  /** Why it failed, in words; null where it did not. */
  failure: string | null;
  /** The first 1 kB of the answer's body. */
  answer: string;
};

/** What became of a claimed delivery. */
export type Result = {
  delivery_id: string;
  lease: string;
  /** unsent: nothing was sent, so it is due again at once, and no attempt is counted. */
  outcome: 'sent' | 'failed' | 'gone' | 'unsent';
  /** Milliseconds until the next attempt; null: there is none. */
  retry_ms: number | null;
  attempt: Attempt | null;
};

/** A webhook that was paused by what became of its deliveries. */
type PausedWebhook = {
  webhookId: string;
  reason: 'failures' | 'gone';
  failureCount: number;
};

/**
 * Writes down what became of claimed deliveries, in the order in which they ended, and returns the
 * webhooks that this paused. `asOf`: the time; the database's unless given.
 */
export function markResults(
  db: Querier,
  results: readonly Result[],
  asOf: Date | null = null,
): Promise<PausedWebhook[]> {
  return db.query<PausedWebhook>('deliveries_mark', {
    results: JSON.stringify(results),
    failuresMax: FAILURES_MAX,
    attemptsKept: ATTEMPTS_KEPT,
    asOf,
  });
}
