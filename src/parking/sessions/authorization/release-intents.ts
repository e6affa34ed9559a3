import type { Querier } from '../../../stores/postgres.ts';
import { type DueRow, type RunDueDeps, runDue } from '../../../stores/run-due.ts';
import type { PaymentGateway } from '../../payments/gateway.ts';

const INTENTS_PER_RUN_MAX = 100;

type Deps = RunDueDeps & { payments: PaymentGateway };
type Spare = DueRow & { spareId: string; paymentIntentId: string | null };

/**
 * Releases payments that pay no stay: those that another one has replaced, and those for a longer
 * stay that were not used in time. Returns how many were dealt with.
 */
export async function releaseIntents(deps: Deps): Promise<{ rows: number }> {
  const due = await deps.db.query<Spare>('spare_intents_list_due', {
    rowLimit: INTENTS_PER_RUN_MAX,
  });
  return runDue(deps, due, {
    job: 'release-intents',
    idOf: ({ spareId }) => spareId,
    work: (spare) => release(deps.db, deps.payments, spare),
  });
}

async function release(
  db: Querier,
  payments: PaymentGateway,
  { spareId, paymentIntentId, livemode }: Spare,
): Promise<void> {
  // One that the processor was not asked for, or whose secret was lost, holds no money.
  if (paymentIntentId !== null)
    await payments.cancelIntent({
      ...{ paymentIntentId, livemode },
      idempotencyKey: `${spareId}:cancel`,
    });
  await db.query('spare_intent_delete', { spareId });
}
