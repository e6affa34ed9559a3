import type { Look } from './outcome.ts';

/** Stores a payout to a bank; one that failed is shown among what failed, and logged. */
export const lookAtPayout: Look = async (
  { db, log, events },
  { objectId, accountId, livemode },
) => {
  if (objectId === null) return 'unknown';
  const name = { payoutId: objectId, accountId, livemode };
  const payout = await events.findPayout(name);
  if (payout === undefined) return 'unknown';
  await db.query('processor_payout_note', { ...name, ...payout });
  if (payout.status === 'failed')
    log.warn({ ...name, failureCode: payout.failureCode }, 'a payout to a bank failed');
  return 'payout_noted';
};
