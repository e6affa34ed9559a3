import type Stripe from 'stripe';
import { type Books, note, type Payout } from './books.ts';
import type { Handler } from './calls.ts';
import { invalid } from './form.ts';

const BEGUN_AT = 1_800_000_000;

/** Only in the name of the account that is paid out. */
export const readPayout: Handler = ({ books, id, livemode, account }) => {
  const payout = books.payouts.get(id);
  if (payout?.livemode !== livemode || payout.account !== account)
    throw invalid('resource_missing', `No such payout: '${id}'`, 'id');
  return shown(books, payout);
};

export function addPayout(
  books: Books,
  { account, amount, failure }: Pick<Payout, 'account' | 'amount' | 'failure'>,
): string {
  const livemode = books.accounts.get(account)?.livemode ?? true;
  const status = failure === null ? 'paid' : 'failed';
  const payout = { id: books.newId('po'), account, livemode, amount, status, failure };
  books.payouts.set(payout.id, payout);
  note(books, `payout.${status}`, livemode, shown(books, payout), account);
  return payout.id;
}

function shown(books: Books, { id, livemode, amount, status, failure }: Payout) {
  const order = [...books.payouts.keys()].indexOf(id);
  return {
    id,
    object: 'payout',
    amount,
    arrival_date: BEGUN_AT + order + 86_400,
    created: BEGUN_AT + order,
    currency: 'usd',
    failure_code: failure,
    livemode,
    status,
  } satisfies Partial<Record<keyof Stripe.Payout, unknown>>;
}
