import { type Html, html } from '../../dress/html.ts';
import type { Visit } from '../dashboard-page.ts';
import { TEST_MODE } from '../visit/href.ts';

/**
 * Chooses which rows a page shows: its answer is a page with the choice in its address. `kept` are
 * choices of other forms of the page, which stay as they are.
 */
export function filterForm(visit: Visit, label: string, fields: Html, kept: string[] = []): Html {
  const { livemode, path, query } = visit;
  const all = livemode ? path : `${path}?mode=${TEST_MODE}`;
  const hidden = [
    ['mode', livemode ? null : TEST_MODE],
    ...kept.map((one) => [one, query.get(one)]),
  ]
    .filter(([, value]) => value !== null)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<form method="get" action="${path}" class="filter" role="search"
aria-label="${label}">${hidden}${fields}
<button>Show</button> <a class="button plain" href="${all}">Show all</a>
</form>`;
}
