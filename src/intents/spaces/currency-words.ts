import { isCurrency } from '../../money.ts';

/** Signs and words for money; null: for that of more than one country. */
const CURRENCIES: Readonly<Record<string, string | null>> = {
  $: null,
  c$: 'cad',
  ca$: 'cad',
  us$: 'usd',
  a$: 'aud',
  nz$: 'nzd',
  '€': 'eur',
  '£': 'gbp',
  '¥': null,
  '₹': 'inr',
  rs: null,
  dollar: null,
  buck: null,
  euro: 'eur',
  pound: 'gbp',
  quid: 'gbp',
  yen: 'jpy',
  rupee: null,
  franc: null,
  // Hundredths of whatever the lot takes.
  cent: null,
  pence: null,
  p: null,
};
/** Read in small letters as well; other codes are words of some language. */
export const SMALL_CODES = 'usd|cad|eur|gbp|aud|jpy|inr|chf';

/** undefined: the sign or word is none of money's. */
export function currencyOf(said = ''): string | null | undefined {
  const word = said.toLowerCase();
  const known = CURRENCIES[word] ?? CURRENCIES[word.replace(/s$/, '')];
  if (known !== undefined) return known;
  return isCurrency(word) ? word : undefined;
}
