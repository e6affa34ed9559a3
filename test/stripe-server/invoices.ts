import type Stripe from 'stripe';
import { type Books, type Invoice, note } from './books.ts';
import type { Handler } from './calls.ts';
import { amountOf, type Form, invalid, metadataOf, textOf } from './form.ts';
import { page } from './page.ts';

export const createCustomer: Handler = ({ books, form }) => {
  const id = books.newId('cus');
  books.customers.set(id, { id, name: textOf(form, 'name'), email: textOf(form, 'email') });
  return { id, object: 'customer' };
};

export const updateCustomer: Handler = ({ books, id, form }) => {
  const customer = findCustomer(books, id);
  Object.assign(customer, { name: textOf(form, 'name'), email: textOf(form, 'email') });
  return { id, object: 'customer' };
};

export const createInvoice: Handler = ({ books, form }) => {
  const customer = findCustomer(books, textOf(form, 'customer') ?? '');
  const isSent = textOf(form, 'collection_method') === 'send_invoice';
  if (!isSent || amountOf(form, 'days_until_due') === undefined)
    throw invalid('parameter_missing', 'Missing days_until_due.', 'days_until_due');
  if (customer.email === undefined)
    throw invalid('customer_email_missing', 'Missing email.', 'customer');
  const invoice: Invoice = {
    id: books.newId('in'),
    customer: customer.id,
    status: 'draft',
    metadata: metadataOf(form),
    lines: [],
    sentTo: [],
  };
  books.invoices.set(invoice.id, invoice);
  return shown(invoice);
};

export const listInvoices: Handler = ({ books, form }) => {
  const { id } = findCustomer(books, textOf(form, 'customer') ?? '');
  const found = [...books.invoices.values()].filter(({ customer }) => customer === id);
  return page(form, found.map(shown));
};

export const readInvoice: Handler = ({ books, id }) => shown(find(books, id));

export const addInvoiceLines: Handler = ({ books, id, form }) => {
  const invoice = find(books, id);
  if (invoice.status !== 'draft') throw invalid('invoice_not_editable', 'It is not a draft.');
  for (const line of Object.values(form.lines ?? {}) as Form[]) {
    const amount = amountOf(line, 'amount');
    if (amount === undefined) throw invalid('parameter_missing', 'Missing amount.', 'lines');
    invoice.lines.push({ amount, description: textOf(line, 'description') ?? '' });
  }
  return shown(invoice);
};

export const finalizeInvoice: Handler = ({ books, id }) => {
  const invoice = find(books, id);
  if (invoice.status !== 'draft') throw invalid('invoice_not_editable', 'It is finalized.');
  invoice.status = totalOf(invoice) === 0 ? 'paid' : 'open';
  return shown(invoice);
};

export const sendInvoice: Handler = ({ books, id }) => {
  const invoice = find(books, id);
  if (invoice.status !== 'open') throw invalid('invoice_not_open', 'It is not open.');
  invoice.sentTo.push(findCustomer(books, invoice.customer).email ?? '');
  return shown(invoice);
};

/** What a payer, or the owner of the account, does with an open invoice. */
export function closeInvoice(books: Books, id: string, status: 'paid' | 'void'): void {
  const invoice = find(books, id);
  if (invoice.status !== 'open') throw new Error(`${id} is ${invoice.status}`);
  invoice.status = status;
  note(books, status === 'paid' ? 'invoice.paid' : 'invoice.voided', true, shown(invoice));
}

function findCustomer(books: Books, id: string) {
  const customer = books.customers.get(id);
  if (customer === undefined)
    throw invalid('resource_missing', `No such customer: '${id}'`, 'customer');
  return customer;
}

function find(books: Books, id: string): Invoice {
  const invoice = books.invoices.get(id);
  if (invoice === undefined) throw invalid('resource_missing', `No such invoice: '${id}'`, 'id');
  return invoice;
}

const totalOf = ({ lines }: Invoice) => lines.reduce((sum, { amount }) => sum + amount, 0);

function shown(invoice: Invoice) {
  const { id, status, metadata } = invoice;
  return {
    id,
    object: 'invoice',
    currency: 'usd',
    status,
    total: totalOf(invoice),
    metadata,
    hosted_invoice_url: status === 'draft' ? null : `https://invoice.example/${id}`,
  } satisfies Partial<Record<keyof Stripe.Invoice, unknown>>;
}
