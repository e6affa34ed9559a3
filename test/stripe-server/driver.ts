import { decide } from './accounts.ts';
import { type Books, type Intent, note } from './books.ts';
import { openDispute, settleDispute } from './disputes.ts';
import { noted } from './intents.ts';
import { closeInvoice } from './invoices.ts';
import { addPayout } from './payouts.ts';
import { returnRefund, shownRefund } from './refunds.ts';

/** What a driver does with a client secret, and a card's bank afterwards. */
export function drive(books: Books) {
  const find = (id: string): Intent => {
    const intent = books.intents.get(id);
    if (intent === undefined) throw new Error(`no intent ${id}`);
    return intent;
  };
  return {
    /** `canRaise`: the card and the account allow to raise what is authorised. */
    authorise(id: string, { canRaise = false } = {}) {
      const intent = find(id);
      if (intent.status === 'canceled' || intent.status === 'succeeded')
        throw new Error(`${id} is ${intent.status}`);
      Object.assign(intent, {
        status: 'requires_capture',
        capturable: intent.amount,
        charge: books.newId('ch'),
        canRaise,
      });
      noted(books, 'amount_capturable_updated', intent);
    },
    /** The bank wants the driver to prove who it is. */
    needsProof(id: string) {
      find(id).status = 'requires_action';
    },
    /** The bank refuses the card; the driver can try another one. */
    decline(id: string) {
      noted(books, 'payment_failed', find(id));
    },
    /** Stripe cancels what is authorised, as it does after a week. */
    letExpire(id: string) {
      const intent = find(id);
      Object.assign(intent, { status: 'canceled', capturable: 0 });
      noted(books, 'canceled', intent);
    },
    /** The bank gives the money of the last refund of an intent back. */
    failRefund(id: string, failure = 'lost_or_stolen_card') {
      const refund = books.refunds.findLast(({ intent }) => intent.id === id);
      if (refund === undefined) throw new Error(`no refund of ${id}`);
      returnRefund(books, refund, failure);
      const { livemode } = refund.intent;
      for (const type of ['refund.updated', 'refund.failed'])
        note(books, type, livemode, shownRefund(refund));
    },
    dispute: (id: string, reason = 'fraudulent') => openDispute(books, find(id), reason),
    settleDispute: (id: string, status: 'won' | 'lost') => settleDispute(books, id, status),
    /** Stripe decides about an account; ready: nothing is left to state. */
    decide: (account: string, state: Parameters<typeof decide>[2]) => decide(books, account, state),
    /** Stripe pays an account out, or its bank refuses that. */
    payOut: (account: string, amount: number, failure: string | null = null) =>
      addPayout(books, { account, amount, failure }),
    payInvoice: (id: string) => closeInvoice(books, id, 'paid'),
    voidInvoice: (id: string) => closeInvoice(books, id, 'void'),
    /** The bank refuses from now on, with its code; null: no longer. */
    refuse(id: string, code: string | null) {
      find(id).refuses = code;
    },
  };
}
