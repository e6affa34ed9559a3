import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../../kit/clock.ts';
import { createBatchWriter } from '../../../stores/batch-writer.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import { originsOf } from '../sending/endpoint-url.ts';
import type { Sender } from '../sending/open-sender.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts';
import { createLanes, HELD_MAX } from './lanes.ts';
import { markResults, type Result } from './mark-results.ts';
import { relayEvents } from './relay-events.ts';
import { createRounds } from './rounds.ts';
import { runChallenges } from './run-challenges.ts';
import { sendDelivery, unsent } from './send-delivery.ts';

type CourierServices = {
  db: Postgres;
  log: Logger;
  clock: Clock;
  sender: Sender;
  /** `host:port` of endpoints that need no proof and have no budget. */
  allow: readonly string[];
};

/** Results that one statement writes down. */
const MARKED_MAX = 500;
/** A result waits at most this long for others. */
const MARK_MS_MAX = 10;
/** A stop waits this long for answers. Those that come later are asked for again. */
const STOP_MS_MAX = 10_000;
const STOP_POLL_MS = 20;

/**
 * Makes the deliveries of new events and sends those that are due, until `stop`. Any number of
 * couriers can work side by side. A crash loses nothing: what it was sending is sent again by
 * another one once its lease ends.
 */
export function runCourier(services: CourierServices): { stop(): Promise<void> } {
  const { db, log, clock, sender } = services;
  const vouched = originsOf(services.allow);
  const lanes = createLanes();
  let isCut = false;
  let visit = '';

  const marks = openMarks(services);

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    const result = await sendDelivery(delivery, { sender, clock, random: Math.random }).catch(
      (error: Error) => {
        if (!isCut) log.error({ err: error }, 'a delivery could not be sent');
        return unsent(delivery);
      },
    );
    if (lanes.end(delivery.webhookId, result.outcome === 'sent')) claims.wake();
    // Without it the lease ends, and the delivery is sent again.
    await marks
      .addAndWait(result)
      .catch((error: Error) => log.error({ err: error }, 'delivery result was not recorded'));
    if (lanes.settle()) claims.wake();
  }

  const relays = createRounds('relay events', log, async () => {
    const { deliveryCount } = await relayEvents(db);
    if (deliveryCount > 0) claims.wake();
    return deliveryCount > 0 ? 'some' : 'nothing';
  });

  const claims = createRounds('claim deliveries', log, async () => {
    const room = lanes.room();
    if (room === undefined) return 'some';
    const { deliveries, next, isRound } = await claimDeliveries(db, room, {
      after: visit,
      vouched,
    });
    visit = next;
    lanes.begin(deliveries.map(({ webhookId }) => webhookId));
    for (const delivery of deliveries) void deliver(delivery);
    if (!isRound) return 'more';
    return deliveries.length > 0 ? 'some' : 'nothing';
  });

  const challenges = runChallenges(services, vouched);

  return {
    async stop() {
      const challenged = challenges.stop();
      await Promise.all([relays.stop(), claims.stop()]);
      const late = clock.now() + STOP_MS_MAX;
      while (lanes.held() > 0 && clock.now() < late) await sleep(STOP_POLL_MS);
      isCut = true;
      await sender.close();
      while (lanes.held() > 0) await sleep(STOP_POLL_MS);
      await challenged;
    },
  };
}

function openMarks({ db, log }: CourierServices) {
  return createBatchWriter<Result>({
    name: 'results of deliveries',
    maxRows: MARKED_MAX,
    maxDelayMs: MARK_MS_MAX,
    maxBuffered: HELD_MAX,
    log,
    async write(results) {
      for (const { webhookId, reason, failureCount } of await markResults(db, results))
        log.warn(
          { webhook_id: webhookId, reason, failure_count: failureCount },
          'a webhook is paused',
        );
    },
  });
}
