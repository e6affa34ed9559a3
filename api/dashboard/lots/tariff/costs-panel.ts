import { type Html, html } from '../../../dress/html.ts';
import { instant } from '../../parts/instant.ts';

/** What stays cost by a rate, as texts. */
export type ShownCosts = Readonly<{
  /** Pairs of `4 h` and its price. */
  costs: readonly (readonly [string, string])[];
  lines: readonly string[];
  startsAt: string;
}>;

/** Beside the form; a script renews it while somebody types. */
export function costsPanel({ costs, lines, startsAt }: ShownCosts, zone: string): Html {
  return html`<aside aria-label="What stays cost" aria-live="polite" data-costs>
<ul class="cards">${costs.map(
    ([length, price]) => html`<li class="card"><h3>${length}</h3>
<p class="figure" data-length="${length}">${price}</p></li>
`,
  )}</ul>
<p class="quiet">For stays from ${instant(startsAt, zone)} on.</p>
<ul data-lines>${lines.map((line) => html`<li>${line}</li>`)}</ul>
<p class="error" data-problem hidden></p>
</aside>`;
}
