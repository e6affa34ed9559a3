import { anyOf } from '../../../kit/words/text/pattern.ts';
import type { Span } from '../../../kit/words/text/span.ts';
import type { MaxRate } from '../../../tariffs/max-rate.ts';
import { currenciesOf, SMALL_CODES } from './currency-words.ts';

const HUNDREDTHS = /^(?:cents?|pence|p)$/i;
const NUMBER = /(?<![\p{L}\d.,:])(\d{1,6}(?:,\d{3}){0,2}(?:[.,]\d{1,2})?)(?![\d:]|[.,]\d)/gu;
const SIGN_BEFORE = new RegExp(
  `(${anyOf(
    '(?:\\b(?:C|CA|US|A|NZ))?\\$|[€£¥₹]|\\bRs|\\b[A-Z]{3}',
    `\\b${anyOf(SMALL_CODES)}`,
  )})\\.? ?` +
    // In `$3-5` the upper end is the limit.
    '(?:\\d{1,4}(?:\\.\\d{1,2})? ?(?:-|to|or) ?)?$',
);
const UPPER_END_AFTER = /^ ?(?:-|to|or) ?[$€£¥₹]?\d{1,4}(?:\.\d{1,2})?(?!\d|:| ?[ap]m)/i;
const NOUN_AFTER = new RegExp(
  `^ ?(${anyOf(
    'dollars?|bucks?|euros?|pounds?|quid|yen|rupees?|francs?',
    'cents?|pence|p(?=\\/| per| an?\\b)',
    `[$€£¥₹]|[A-Z]{3}|${SMALL_CODES}`,
  )})(?!\\p{L})`,
  'u',
);
/** The rest of `4 dollars 50`. */
const CENTS_AFTER = /^ (?:and )?(\d{2})(?: cents)?(?![\p{L}\d]| ?[hm])/u;
const PER_AFTER = new RegExp(
  `^ ?${anyOf(
    '(?:\\/|per|an?|each|every|the|for|for the|of) ?(?<unit>hour|hr|h|day|d)',
    '(?<adverb>hourly|daily|ph|p\\/h)',
    ',? ?(?:max(?:imum)? |tops )?(?:in |for )?(?:the )?' +
      '(?<whole>total|altogether|overall|(?:ins)?gesamt|all in|whole stay|lot)',
  )}(?!\\p{L})`,
  'iu',
);
const TOPS_AFTER = /^ ?(?:max(?:imum)?|tops|at most|or less)\b/i;
/** Says that at most the amount is to be paid. */
const CEILING_BEFORE = new RegExp(
  `(?:\\b(?:(?:which |that )?costs? |costing |price |rate )?${anyOf(
    'under|below|less than|not? (?:more|bigger|higher|dearer|over|above)|at most|up to|höchstens',
    "nothing (?:over|above)|(?:(?:do|does|wo|ca)(?:n'?t|n?not| not)|not)(?: " +
      '(?:wanna|want|try|tryna|trying|to|pay|spend|cost|go|make|it|be|let)){0,4} ' +
      '(?:more|over|above)',
    'max(?:imum)?|cheaper|within|budget|cap(?:ped)?|limit|hourly|daily',
    'spend(?:ing)?|pay(?:ing)?|price|rates?|cost',
  )}|<=?)(?:[ _]${anyOf(
    'rate|price|than|of|is|at|about|around|below|under',
    'hourly|daily|total|budget',
  )}){0,3}\\.? ?[:=]? ?"?(?:<=?|max(?:imum)?|under)? ?$`,
  'i',
);
const RATE_WORD = /\b(?:rates?|hourly|daily)\b|max_rate/i;
const FREE = new RegExp(
  `\\b${anyOf(
    'for free|free of charge|gratis|at no (?:cost|charge)|complimentary|kostenlos|gratuite?',
    'free (?:street )?(?:parking|car ?park|garage|lot|parkade)|parking free|without paying',
  )}\\b`,
  'i',
);
/** How many characters around an amount are read for words that belong to it. */
const REACH = 48;

type Reading = { maxRate: MaxRate; spans: Span[] };

/**
 * The first price limit in the text; an amount of money is one with or without `under` before it.
 */
export function readPrice(text: string): Reading | { maxRate: null; spans: [] } {
  for (const match of text.matchAll(NUMBER)) {
    const reading = readCeiling(text, match.index, match[1] ?? '');
    if (reading !== undefined) return reading;
  }
  const free = FREE.exec(text);
  if (free === null) return { maxRate: null, spans: [] };
  const span = { from: free.index, to: free.index + free[0].length };
  return { maxRate: { amount: '0', currency: null, currencies: [], per: 'total' }, spans: [span] };
}

function readCeiling(text: string, index: number, number: string): Reading | undefined {
  const money = readMoney(text, index, number);
  if (money === undefined) return undefined;
  const [ceiling] =
    CEILING_BEFORE.exec(text.slice(Math.max(0, money.from - REACH), money.from)) ?? [];
  const per = PER_AFTER.exec(text.slice(money.to, money.to + REACH));
  const isCeiling = ceiling !== undefined && (per !== null || RATE_WORD.test(ceiling));
  if (money.currencies === undefined && !isCeiling) return undefined;
  const from = money.from - (ceiling?.length ?? 0);
  const perEnd = money.to + (per?.[0].length ?? 0);
  const to = perEnd + (TOPS_AFTER.exec(text.slice(perEnd, perEnd + REACH))?.[0].length ?? 0);
  const { amount, currencies = [] } = money;
  const [currency = null] = currencies.length === 1 ? currencies : [];
  const maxRate = { amount, currency, currencies, per: perOf(per, ceiling) };
  return { maxRate, spans: [{ from, to }] };
}

/**
 * The number with its currency sign and word. `currencies` is undefined when there is neither.
 * Returns undefined for the lower end of a range.
 */
function readMoney(
  text: string,
  index: number,
  number: string,
): (Span & { amount: string; currencies?: readonly string[] }) | undefined {
  const before = text.slice(Math.max(0, index - REACH), index);
  const end = index + number.length;
  const after = text.slice(end, end + REACH);
  const [signText = '', sign] = SIGN_BEFORE.exec(before) ?? [];
  const signCurrency = currenciesOf(sign);
  if (signCurrency !== undefined && UPPER_END_AFTER.test(after)) return undefined;
  const from = signCurrency === undefined ? index : index - signText.length;
  const [nounText = '', noun] = NOUN_AFTER.exec(after) ?? [];
  const nounCurrency = currenciesOf(noun);
  // In `$5 CAD` the word is more precise than the sign.
  const currencies = nounCurrency?.length === 1 ? nounCurrency : (signCurrency ?? nounCurrency);
  const plain = plainDecimal(number);
  if (currencies === undefined) return { from, to: end, amount: plain };
  if (nounCurrency === undefined) return { from, to: end, amount: plain, currencies };
  const to = end + nounText.length;
  if (HUNDREDTHS.test(noun ?? '')) return { from, to, amount: hundredths(plain), currencies };
  const [centsText, cents] = CENTS_AFTER.exec(text.slice(to, to + REACH)) ?? [];
  if (centsText === undefined || plain.includes('.'))
    return { from, to, amount: plain, currencies };
  return { from, to: to + centsText.length, amount: `${plain}.${cents}`, currencies };
}

function perOf(per: RegExpExecArray | null, ceiling = ''): MaxRate['per'] {
  const { unit, adverb, whole } = per?.groups ?? {};
  if (whole !== undefined) return 'total';
  const stated = unit ?? adverb ?? (/daily/i.test(ceiling) ? 'day' : undefined);
  if (stated !== undefined) return /^d/i.test(stated) ? 'day' : 'hour';
  return /rate|hourly/i.test(ceiling) ? 'hour' : 'total';
}

/** `1,000` -> `1000`, `3,50` -> `3.50`. */
function plainDecimal(number: string): string {
  return number.replace(/,(?=\d{3})/g, '').replace(',', '.');
}

function hundredths(number: string): string {
  const digits = number.replace(/\..*/, '').padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
