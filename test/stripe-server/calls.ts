import { createAccount, createAccountLink, listAccounts, readAccount } from './accounts.ts';
import { listLines } from './balance.ts';
import type { Books } from './books.ts';
import { readDispute } from './disputes.ts';
import { type Form, invalid, refuseUnknown } from './form.ts';
import {
  cancelIntent,
  captureIntent,
  createIntent,
  listIntents,
  raiseIntent,
  readIntent,
} from './intents.ts';
import {
  addInvoiceLines,
  createCustomer,
  createInvoice,
  finalizeInvoice,
  listInvoices,
  readInvoice,
  sendInvoice,
  updateCustomer,
} from './invoices.ts';
import { type CallName, PARAMETERS } from './parameters.ts';
import { readPayout } from './payouts.ts';
import { createFeeRefund, createRefund, listFeeRefunds, listRefunds } from './refunds.ts';
import { createTransfer, listTransfers } from './transfers.ts';

export type Handler = (call: {
  books: Books;
  /** Out of the path; empty where it has none. */
  id: string;
  form: Form;
  livemode: boolean;
  /** In whose name the platform calls; null: its own. */
  account: string | null;
}) => object;

const HANDLERS: Readonly<Record<CallName, Handler>> = {
  'POST payment_intents': createIntent,
  'GET payment_intents': listIntents,
  'GET payment_intents/:id': readIntent,
  'POST payment_intents/:id/capture': captureIntent,
  'POST payment_intents/:id/cancel': cancelIntent,
  'POST payment_intents/:id/increment_authorization': raiseIntent,
  'POST refunds': createRefund,
  'GET refunds': listRefunds,
  'POST application_fees/:id/refunds': createFeeRefund,
  'GET application_fees/:id/refunds': listFeeRefunds,
  'POST transfers': createTransfer,
  'GET transfers': listTransfers,
  'GET balance_transactions': listLines,
  'GET disputes/:id': readDispute,
  'GET payouts/:id': readPayout,
  'POST accounts': createAccount,
  'GET accounts': listAccounts,
  'GET accounts/:id': readAccount,
  'POST account_links': createAccountLink,
  'POST customers': createCustomer,
  'POST customers/:id': updateCustomer,
  'POST invoices': createInvoice,
  'GET invoices': listInvoices,
  'GET invoices/:id': readInvoice,
  'POST invoices/:id/add_lines': addInvoiceLines,
  'POST invoices/:id/finalize': finalizeInvoice,
  'POST invoices/:id/send': sendInvoice,
};

/** The call of a method and path (`payment_intents/pi_1/capture`), and the id in it. */
export function findCall(method: string, path: string): { name: CallName; id: string } {
  const [root = '', id, ...rest] = path.split('/');
  const name = `${method} ${[root, ...(id === undefined ? [] : [':id']), ...rest].join('/')}`;
  if (!Object.hasOwn(HANDLERS, name))
    throw invalid('url_invalid', `Unrecognized request URL: ${method} ${path}`);
  return { name: name as CallName, id: id ?? '' };
}

export function answer(name: CallName, call: Parameters<Handler>[0]): object {
  refuseUnknown(call.form, PARAMETERS[name]);
  return HANDLERS[name](call);
}
