import type Stripe from 'stripe';
import type { Account } from './books.ts';
import type { Handler } from './calls.ts';
import { invalid, textOf } from './form.ts';

export const createAccount: Handler = ({ books, form, livemode }) => {
  const id = books.newId('acct');
  const account = { id, livemode, email: textOf(form, 'email') ?? '', isReady: false };
  books.accounts.set(id, account);
  return shown(account);
};

export const readAccount: Handler = ({ books, id, livemode }) => {
  const account = books.accounts.get(id);
  if (account?.livemode !== livemode)
    throw invalid('resource_missing', `No such account: '${id}'`, 'account');
  return shown(account);
};

export const createAccountLink: Handler = ({ books, form }) => {
  const account = textOf(form, 'account') ?? '';
  if (!books.accounts.has(account))
    throw invalid('resource_missing', `No such account: '${account}'`, 'account');
  return { object: 'account_link', url: `https://connect.example/${account}` };
};

/** An account asks for a bank until its operator has stated it. */
function shown({ id, email, isReady }: Account) {
  return {
    id,
    object: 'account',
    email,
    charges_enabled: isReady,
    payouts_enabled: isReady,
    requirements: {
      currently_due: isReady ? [] : ['external_account'],
      disabled_reason: null,
    },
  } satisfies Partial<Record<keyof Stripe.Account, unknown>>;
}
