import { type Html, html } from '../../dress/html.ts';
import { listServerOperatorsOperation } from '../../v1/server/operators/list.ts';
import type { ServerOperatorShape } from '../../v1/server/operators/operator-shape.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { count } from '../parts/amount.ts';
import { badge } from '../parts/badge.ts';
import { field } from '../parts/field.ts';
import { filterForm } from '../parts/filter-form.ts';
import { instant } from '../parts/instant.ts';
import { nextPage, table } from '../parts/table.ts';
import { operatorLink } from './server-words.ts';

type Operators = { data: ServerOperatorShape[]; next_cursor: string | null };

const ROWS_PER_PAGE = 25;

export const serverOperatorsPage: ClosedPage = {
  path: '/dashboard/server/operators',
  name: 'dashboardServerOperators',

  async get(visit) {
    const { callLive, href, query } = visit;
    const name = query.get('name')?.trim() || undefined;
    const cursor = query.get('cursor') ?? undefined;
    const asked = { query: { name, cursor, limit: String(ROWS_PER_PAGE) } };
    const answer = await callLive<Operators>(listServerOperatorsOperation, asked);
    const { data, next_cursor: next } = answer;
    return {
      title: 'Operators',
      main: html`${filterForm(
        visit,
        'Which operators',
        field({
          ...{ name: 'name', label: 'Name', type: 'search', value: name },
          more: html` maxlength="100"`,
        }),
      )}
${table({
  caption: 'Operators',
  heads: ['Name', 'Plan', 'Lots', 'Keys', 'Members', 'Calls today', 'Limited', 'Since'],
  figures: [2, 3, 4, 5, 6],
  rows: data.map((operator) => rowOf(visit, operator)),
  empty: html`<p>No operator fits.</p>`,
})}
<p class="quiet">Days are those of UTC.</p>
${nextPage(href('/server/operators', { name, cursor: next ?? undefined }), next)}`,
    };
  },
};

function rowOf(visit: Visit, operator: ServerOperatorShape): (Html | string)[] {
  return [
    html`${operatorLink(visit, operator.id, operator.name)}${
      !operator.is_checked && html` ${badge('warn', 'not checked')}`
    }`,
    operator.plan,
    soFar(operator.lot_count),
    soFar(operator.key_count),
    soFar(operator.member_count),
    count(operator.call_count),
    count(operator.limited_count),
    instant(operator.created_at),
  ];
}

/** The page of the operator says how many there are. */
const soFar = (figure: number | null) => (figure === null ? 'over 1,000' : count(figure));
