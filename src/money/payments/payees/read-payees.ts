import { type DueRow, type RunDueDeps, runDue } from '../../../stores/run-due.ts';
import type { PayeeDeps } from './payee-account.ts';
import { readPayee } from './read-payee.ts';

const ACCOUNTS_PER_RUN_MAX = 100;

/**
 * Reads the accounts of operators that nobody has read for a day: what the processor tells of them
 * can be lost. Returns how many were read.
 */
export async function readPayees(deps: RunDueDeps & PayeeDeps): Promise<{ rows: number }> {
  const { db, payments } = deps;
  const due = await db.query<DueRow & { accountId: string }>('payee_accounts_list_due', {
    processor: payments.processor,
    rowLimit: ACCOUNTS_PER_RUN_MAX,
  });
  return runDue(deps, due, {
    job: 'read-payees',
    idOf: ({ accountId }) => accountId,
    work: ({ operatorId, livemode }) => readPayee(deps, { operatorId, livemode }),
  });
}
