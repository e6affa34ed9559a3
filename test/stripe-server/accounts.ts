import type Stripe from 'stripe';
import { type Account, type Books, note } from './books.ts';
import type { Handler } from './calls.ts';
import { amountOf, type Form, invalid, metadataOf, textOf } from './form.ts';
import { page } from './page.ts';

const LINK_SECONDS = 300;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

export const createAccount: Handler = ({ books, form, livemode }) => {
  const country = textOf(form, 'country');
  if (country === 'AQ')
    throw invalid('country_unsupported', `No accounts in ${country}`, 'country');
  const email = textOf(form, 'email') ?? null;
  const account = { ...newAccount(books, { livemode }), email, metadata: metadataOf(form) };
  books.accounts.set(account.id, account);
  return shown(account);
};

/** One that asks for a bank until its operator has stated it. */
export function newAccount(books: Books, { livemode }: Pick<Account, 'livemode'>): Account {
  return {
    id: books.newId('acct'),
    livemode,
    email: null,
    created: nowSeconds(),
    metadata: {},
    isReady: false,
    due: ['external_account'],
    disabledReason: null,
  };
}

export const readAccount: Handler = ({ books, id, livemode }) =>
  shown(findAccount(books, id, livemode));

export const listAccounts: Handler = ({ books, form, livemode }) => {
  const since = amountOf((form.created ?? {}) as Form, 'gte') ?? 0;
  const mine = [...books.accounts.values()].filter(
    (account) => account.livemode === livemode && account.created >= since,
  );
  return page(form, mine.map(shown));
};

export const createAccountLink: Handler = ({ books, form, livemode }) => {
  const { id } = findAccount(books, textOf(form, 'account') ?? '', livemode);
  for (const name of ['return_url', 'refresh_url'])
    if (livemode && !textOf(form, name)?.startsWith('https://'))
      throw invalid('url_invalid', 'Livemode requests must use HTTPS.', name);
  const expires_at = nowSeconds() + LINK_SECONDS;
  return {
    object: 'account_link',
    url: `https://connect.example/${id}/${books.newId('link')}`,
    expires_at,
  };
};

/** Stripe decides about an account, and tells the platform. */
export function decide(
  books: Books,
  id: string,
  state: Partial<Pick<Account, 'isReady' | 'due' | 'disabledReason'>>,
): void {
  const account = books.accounts.get(id);
  if (account === undefined) throw new Error(`no account ${id}`);
  Object.assign(account, state);
  note(books, 'account.updated', account.livemode, shown(account), id);
}

function findAccount(books: Books, id: string, livemode: boolean): Account {
  const account = books.accounts.get(id);
  if (account?.livemode !== livemode)
    throw invalid('resource_missing', `No such account: '${id}'`, 'account');
  return account;
}

function shown(account: Account) {
  const { id, email, isReady, due, disabledReason, created, metadata } = account;
  return {
    id,
    object: 'account',
    capabilities: { transfers: isReady ? 'active' : 'inactive' },
    // Accounts that only get transfers take no payments of their own.
    charges_enabled: false,
    created,
    email,
    metadata,
    payouts_enabled: isReady,
    requirements: { currently_due: due, disabled_reason: disabledReason },
  } satisfies Partial<Record<keyof Stripe.Account, unknown>>;
}
