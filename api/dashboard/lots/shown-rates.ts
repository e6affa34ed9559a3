import type { Static } from 'typebox';
import { type Html, html } from '../../dress/html.ts';
import type { RatesSchema } from '../../v1/lots/rates/rates-shape.ts';
import { amount } from '../parts/amount.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { rateWords } from './lot-words.ts';

export type Rates = Static<typeof RatesSchema>;
type Posted = Omit<Rates['scheduled'][number], 'effective_from'>;
type Cost = Rates['current']['costs'][number];

/** The lengths of stays whose prices the pages show, in hours. */
const HOURS_SHOWN = [1, 4, 24];

/** Cards of what stays of some lengths cost; unknown where nothing is sold. */
export function costCards({ currency, current }: Rates): Html {
  return html`${costsShown(current.costs, currency).map(
    ([hours, text]) => html`<li class="card"><h3>${hours} from now</h3>
<p class="figure">${text}</p></li>
`,
  )}`;
}

export function costsShown(costs: readonly Cost[], currency: string): [string, string][] {
  return costs
    .filter(({ hours }) => HOURS_SHOWN.includes(hours))
    .map(({ hours, amount: units }) => [
      `${hours} h`,
      units === null ? 'not sold' : amount(units, currency),
    ]);
}

/** What is posted now, and what is to come. */
export function ratePart({ currency, current, scheduled }: Rates): Html {
  const { rules } = current;
  return html`${definitions([
    ['Posted', postedWords(current, currency)],
    ['Moves', movesWords(current)],
    ...(rules.length === 0 ? [] : [['Now', rules.map(({ reason }) => reason).join('; ')] as const]),
    ...scheduled.map(
      (rate) =>
        [
          'To come',
          html`from ${instant(rate.effective_from)}: ${postedWords(rate, currency)}`,
        ] as const,
    ),
  ])}`;
}

/** The lines of a tariff, or the plain rate. */
function postedWords(posted: Posted, currency: string): Html | string {
  const { tariff, base_rate: rate } = posted;
  const lines = tariff?.summary ?? [];
  if (rate === null || lines.length < 2)
    return rateWords({ ...posted, currency, charge_text: null, tariff: null });
  return html`In ${currency.toUpperCase()}:<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function movesWords({ dynamic }: Posted): string {
  if (dynamic === null) return 'no: it is charged as posted';
  const { occupancy, surge, events } = dynamic;
  const by = [
    ...(occupancy === null ? [] : ['how full the lot is']),
    ...(surge === null ? [] : ['how many search nearby']),
    ...events.map(({ name }) => `“${name}”`),
  ];
  return by.length === 0 ? 'between its floor and its ceiling' : `with ${by.join(', ')}`;
}
