import { badField } from '../../../src/kit/errors.ts';
import type { Quote, Quotes } from '../../../src/tariffs/quotes.ts';

/** The quote of this id; BAD_REQUEST naming `quote_id` when it is not one of ours. */
export async function readQuote(
  quotes: Quotes,
  quoteId: string | undefined,
): Promise<Quote | undefined> {
  if (quoteId === undefined) return undefined;
  const quote = (await quotes.open()).read(quoteId);
  if (quote === undefined) throw badField('quote_id', 'is not the id of a quote');
  return quote;
}
