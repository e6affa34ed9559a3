import { readPayee } from '../payees/read-payee.ts';
import type { Look } from './outcome.ts';

/** Reads the account of an operator, and stores whether it can be paid. */
export const lookAtAccount: Look = async ({ db, payments }, { objectId, livemode }) => {
  const named = { accountId: objectId, livemode, processor: payments.processor };
  const [owner] = await db.query<{ operatorId: string }>('payee_account_find_owner', named);
  if (owner === undefined) return 'unknown';
  const account = await readPayee({ db, payments }, { ...owner, livemode });
  return account?.isChanged ? 'account_noted' : 'unchanged';
};
