import type { Logger } from 'pino';
import type { Clock } from '../../../kit/clock.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import type { Sender } from '../sending/open-sender.ts';
import { claimChallenges, type DueChallenge, markChallenge, sendChallenge } from './challenge.ts';
import { createRounds } from './rounds.ts';

/** Challenges that one courier has at the same time. */
const HELD_MAX = 500;

/**
 * Challenges addresses that have to prove themselves, until `stop`, which resolves once all that
 * were begun have ended: those that are under way end when the sender is closed.
 */
export function runChallenges(
  services: { db: Postgres; log: Logger; clock: Clock; sender: Sender },
  vouched: readonly string[],
): { stop(): Promise<void> } {
  const { db, log } = services;
  const held = new Set<Promise<void>>();
  let isStopping = false;

  async function challenge(due: DueChallenge): Promise<void> {
    try {
      const failure = await sendChallenge(due, services);
      await markChallenge(db, due, failure);
    } catch (error) {
      // It is due again at its next turn.
      if (!isStopping) log.error({ err: error }, 'an address could not be challenged');
    }
  }

  const rounds = createRounds('challenge addresses', log, async () => {
    if (held.size >= HELD_MAX) return 'some';
    const { due, paused } = await claimAlone(db, vouched);
    for (const webhookId of paused)
      log.warn({ webhook_id: webhookId, reason: 'unproven' }, 'a webhook is paused');
    for (const one of due) {
      const ended = challenge(one).finally(() => held.delete(ended));
      held.add(ended);
    }
    return due.length > 0 ? 'some' : 'nothing';
  });

  return {
    async stop() {
      isStopping = true;
      await rounds.stop();
      await Promise.all(held);
    },
  };
}

/** Nothing where none is due, or while another courier does the same. */
async function claimAlone(db: Postgres, vouched: readonly string[]) {
  const none = { due: [], paused: [] };
  const [due] = await db.query('challenges_find_due');
  if (due === undefined) return none;
  return db.transaction(async (connection) => {
    const [lock] = await connection.query<{ isFree: boolean }>('challenges_lock');
    return lock?.isFree ? claimChallenges(connection, vouched) : none;
  });
}
