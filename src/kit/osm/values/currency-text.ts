import { isCurrency } from '../../money.ts';

/** Codes that Node still knows and that no country uses any more, or that are no money to pay. */
const WITHDRAWN = ['ang', 'bgn', 'cuc', 'hrk', 'sll', 'svc', 'xdr', 'xsu', 'zwl'];

/** Signs and words that mean one currency wherever they are written. */
const UNAMBIGUOUS = new Map(
  Object.entries({
    '€': 'eur',
    euro: 'eur',
    euros: 'eur',
    us$: 'usd',
    ca$: 'cad',
    au$: 'aud',
    a$: 'aud',
    nz$: 'nzd',
    hk$: 'hkd',
    nt$: 'twd',
    s$: 'sgd',
    r$: 'brl',
    円: 'jpy',
    yen: 'jpy',
    zł: 'pln',
    kč: 'czk',
    '₽': 'rub',
    '₹': 'inr',
    '₺': 'try',
    '₴': 'uah',
    '₪': 'ils',
    '₫': 'vnd',
    '₸': 'kzt',
    '₾': 'gel',
    '₼': 'azn',
    '₦': 'ngn',
    '฿': 'thb',
  }),
);

/** Signs of several currencies: they mean that of the lot's own country, if it is one of these. */
const SHARED: Readonly<Record<string, string>> = {
  $: `ars aud bbd bmd bnd bsd bzd cad clp cop dop fjd gyd hkd jmd kyd lrd mxn nad nzd sbd sgd srd
    ttd twd usd uyu xcd`,
  '£': 'egp fkp gbp gip lbp shp sdg ssp syp',
  '¥': 'cny jpy',
  '₩': 'kpw krw',
  '₱': 'cup php',
  元: 'cny twd',
  kr: 'dkk isk nok sek',
  fr: 'chf',
  sfr: 'chf',
  ft: 'huf',
  lei: 'mdl ron',
  rm: 'myr',
  rp: 'idr',
  r: 'zar',
  руб: 'byn rub',
  tl: 'try',
};

/** Without a country these mean the currency that by far the most lots have. */
const WITHOUT_COUNTRY: Readonly<Record<string, string>> = { '£': 'gbp', '₩': 'krw' };

/**
 * The currency of a code, sign or word in lower-case ISO 4217. `ofCountry` is that of the lot's
 * country. Undefined when it could be another one. Codes in small letters could be words (`all`,
 * `top`), so only the euro and the country's own are read.
 */
export function currencyIn(text: string, ofCountry: string | null): string | undefined {
  const lower = text.toLowerCase();
  if (/^[a-z]{3}$/.test(lower) && isCurrency(lower)) {
    const isCode = text === text.toUpperCase() || lower === 'eur' || lower === ofCountry;
    return isCode && !WITHDRAWN.includes(lower) ? lower : undefined;
  }
  const sign = lower.replace(/\.$/, '');
  const shared = Object.hasOwn(SHARED, sign) ? SHARED[sign] : undefined;
  if (shared === undefined) return UNAMBIGUOUS.get(sign);
  if (ofCountry === null) return WITHOUT_COUNTRY[sign];
  if (shared.split(/\s+/).includes(ofCountry)) return ofCountry;
  return undefined;
}
