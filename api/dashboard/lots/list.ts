import { type Html, html } from '../../dress/html.ts';
import { createLotOperation } from '../../v1/lots/create.ts';
import { listLotsOperation } from '../../v1/lots/list.ts';
import type { OperatorLotShape } from '../../v1/lots/operator-lot.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { count } from '../parts/amount.ts';
import { choice, field } from '../parts/field.ts';
import { filterForm } from '../parts/filter-form.ts';
import { nextPage, table } from '../parts/table.ts';
import { mayCall } from '../visit/may-call.ts';
import { addressOf, lotState, rateWords } from './lot-words.ts';

type Lots = { data: OperatorLotShape[]; next_cursor: string | null };

const ROWS_PER_PAGE = 25;
/** What can be chosen, as the API takes it. */
const STATES: Readonly<Record<string, object>> = {
  '': {},
  listed: { status: 'active', is_listed: 'true' },
  unlisted: { is_listed: 'false' },
  closed: { status: 'closed' },
};

export const lotsPage: ClosedPage = {
  path: '/dashboard/lots',
  name: 'dashboardLots',

  async get(visit) {
    const { call, href, query } = visit;
    const text = query.get('text')?.trim() || undefined;
    const state = query.get('state') ?? '';
    const { data, next_cursor: next } = await call<Lots>(listLotsOperation, {
      query: {
        ...STATES[state],
        text,
        cursor: query.get('cursor') ?? undefined,
        limit: String(ROWS_PER_PAGE),
      },
    });
    const older = href('/lots', { text, state, cursor: next ?? undefined });
    return {
      title: 'Lots',
      main: html`${acts(visit)}
${filters(visit, text, state)}
${table({
  caption: 'Lots',
  heads: ['Name', 'Address', 'Spaces', 'Free now', 'Rate', 'State'],
  figures: [2, 3],
  rows: data.map((lot) => rowOf(visit, lot)),
  empty: nothing(visit, text !== undefined || state !== '' || query.has('cursor')),
})}
${nextPage(older, next)}`,
    };
  },
};

function rowOf({ href }: Visit, lot: OperatorLotShape) {
  return [
    html`<a href="${href(`/lots/${lot.id}`)}"><bdi>${lot.name}</bdi></a>`,
    html`<bdi>${addressOf(lot)}</bdi>`,
    count(lot.total_spaces),
    count(lot.available_spaces),
    rateWords(lot),
    lotState(lot),
  ];
}

function acts(visit: Visit): Html {
  const { href } = visit;
  return html`<p class="row">${
    mayCall(visit, createLotOperation) &&
    html`<a class="button primary" href="${href('/lots/new')}">New lot</a>
<a class="button" href="${href('/lots/import')}">Import a file</a>`
  }
<a class="button" href="${href('/lots/osm')}">Compare with OpenStreetMap</a></p>`;
}

function filters(visit: Visit, text: string | undefined, state: string): Html {
  return filterForm(
    visit,
    'Which lots',
    html`${field({
      ...{ name: 'text', label: 'Name, ref or address', type: 'search', value: text },
      more: html` maxlength="100"`,
    })}
${choice({ name: 'state', label: 'State', value: state }, [
  ['', 'All'],
  ['listed', 'Listed'],
  ['unlisted', 'Not listed'],
  ['closed', 'Closed'],
])}`,
  );
}

function nothing(visit: Visit, isFiltered: boolean): Html {
  if (isFiltered) return html`<p>No lot fits.</p>`;
  return html`<h2>No lots yet</h2>
<p>A lot is a place with spaces to park on. ${
    mayCall(visit, createLotOperation)
      ? html`Enter one, or import a table of them.`
      : html`An owner or a manager can enter one.`
  }</p>`;
}
