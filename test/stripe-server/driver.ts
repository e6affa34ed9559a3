import type { Books, Intent } from './books.ts';
import { noted } from './intents.ts';

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
    /** The bank refuses from now on, with its code; null: no longer. */
    refuse(id: string, code: string | null) {
      find(id).refuses = code;
    },
  };
}
