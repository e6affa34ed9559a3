import type Stripe from 'stripe';
import { addLine } from './balance.ts';
import { pay, type Transfer } from './books.ts';
import type { Handler } from './calls.ts';
import { amountOf, invalid, metadataOf, textOf } from './form.ts';
import { page } from './page.ts';

/** Out of the platform's balance. */
export const createTransfer: Handler = ({ books, form, livemode }) => {
  const destination = textOf(form, 'destination') ?? '';
  if (!books.accounts.has(destination))
    throw invalid('resource_missing', `No such destination: '${destination}'`, 'destination');
  const amount = amountOf(form, 'amount') ?? 0;
  if (amount === 0) throw invalid('parameter_invalid_integer', 'It must be more.', 'amount');
  const currency = textOf(form, 'currency') ?? '';
  const group = textOf(form, 'transfer_group') ?? null;
  const names = { id: books.newId('tr'), livemode, destination, group };
  const transfer: Transfer = { ...names, amount, currency, metadata: metadataOf(form) };
  books.transfers.push(transfer);
  pay(books, destination, amount);
  const source = shown(transfer);
  addLine(books, { livemode, currency, type: 'transfer', amount: -amount, source });
  return source;
};

export const listTransfers: Handler = ({ books, form, livemode }) => {
  const group = textOf(form, 'transfer_group');
  const rows = books.transfers.filter((one) => one.livemode === livemode && one.group === group);
  return page(form, rows.map(shown));
};

function shown({ id, amount, currency, destination, group, metadata }: Transfer) {
  return {
    id,
    object: 'transfer',
    amount,
    currency,
    destination,
    metadata,
    source_transaction: null,
    transfer_group: group,
  } satisfies Partial<Record<keyof Stripe.Transfer, unknown>>;
}
