import { isCurrency } from '../../../kit/money.ts';

const DOLLARS = ['usd', 'cad', 'aud', 'nzd', 'sgd', 'hkd', 'twd'];
const RUPEES = ['inr', 'pkr', 'lkr', 'npr', 'mur'];

/** Signs and words for money; a list when several countries use the same one. */
const CURRENCIES: Readonly<Record<string, string | readonly string[]>> = {
  $: [...DOLLARS, 'mxn', 'clp', 'cop', 'ars', 'brl'],
  c$: 'cad',
  ca$: 'cad',
  us$: 'usd',
  a$: 'aud',
  nz$: 'nzd',
  '€': 'eur',
  '£': 'gbp',
  '¥': ['jpy', 'cny'],
  '₹': 'inr',
  rs: RUPEES,
  dollar: DOLLARS,
  buck: DOLLARS,
  euro: 'eur',
  pound: 'gbp',
  quid: 'gbp',
  yen: 'jpy',
  rupee: RUPEES,
  franc: ['chf', 'xof', 'xaf', 'xpf'],
  cent: [...DOLLARS, 'eur'],
  pence: 'gbp',
  p: 'gbp',
};
/** Codes that are also read in small letters; other codes are words of some language. */
export const SMALL_CODES = 'usd|cad|eur|gbp|aud|jpy|inr|chf';

/** The currencies that it can mean; undefined: it is no sign or word for money. */
export function currenciesOf(phrase = ''): readonly string[] | undefined {
  const word = phrase.toLowerCase();
  const known = CURRENCIES[word] ?? CURRENCIES[word.replace(/s$/, '')];
  if (known !== undefined) return typeof known === 'string' ? [known] : known;
  return isCurrency(word) ? [word] : undefined;
}
