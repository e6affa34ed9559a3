import { systemActor } from '../../../access/principals/actor.ts';
import type { PaymentGateway } from '../../../parking/payments/gateway.ts';
import type { ProcessorEvent } from '../../../parking/payments/processor-events.ts';
import { type DueRow, type RunDueDeps, runDue } from '../../../stores/run-due.ts';
import { type LookedAt, lookedAt } from './event-types.ts';
import { lookAtAccount } from './look-at-account.ts';
import { lookAtDispute } from './look-at-dispute.ts';
import { lookAtIntent } from './look-at-intent.ts';
import { lookAtPayout } from './look-at-payout.ts';
import { lookAtRefunds } from './look-at-refunds.ts';
import type { Look } from './outcome.ts';

const EVENTS_PER_RUN_MAX = 100;
const JOB = systemActor('work-processor-events').id;

const LOOKS: Record<LookedAt, Look> = {
  intent: lookAtIntent,
  refunds: lookAtRefunds,
  dispute: lookAtDispute,
  payout: lookAtPayout,
  account: lookAtAccount,
};

/**
 * Works off what the processor has told, by reading there what has become of it: so neither order
 * nor repeats matter, and nothing is believed that the processor does not confirm. Returns how many
 * events were dealt with.
 */
export async function workProcessorEvents(
  deps: RunDueDeps & { payments: PaymentGateway },
): Promise<{ rows: number }> {
  const { db, log, payments } = deps;
  const { events } = payments;
  if (events === null) return { rows: 0 };
  const due = await db.query<Omit<ProcessorEvent, 'createdAt'> & DueRow>(
    'processor_events_list_due',
    { rowLimit: EVENTS_PER_RUN_MAX },
  );
  return runDue(deps, due, {
    job: JOB,
    idOf: (row) => row.eventId,
    async work(row) {
      const look = lookedAt(row.type);
      const outcome = look ? await LOOKS[look]({ db, log, payments, events }, row) : 'ignored';
      await db.query('processor_event_settle', { eventId: row.eventId, outcome });
    },
  });
}
