import { AUDIT_ACTIONS } from '../../../src/access/audit/audit-actions.ts';
import { type Html, html } from '../../dress/html.ts';
import type { AuditShape } from '../../v1/audit/audit-shape.ts';
import { listAuditOperation } from '../../v1/audit/list.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { choice, field } from '../parts/field.ts';
import { filterForm } from '../parts/filter-form.ts';
import { instant } from '../parts/instant.ts';
import { type Refused, refusedIn } from '../parts/refused.ts';
import { nextPage, table } from '../parts/table.ts';
import { actorOf } from './actor.ts';
import { type Names, namesOf } from './names.ts';
import type { Members, Said } from './said.ts';
import { sentenceOf } from './sentences/sentences.ts';

type Rows = { data: AuditShape[]; next_cursor: string | null };

/** Of a page. */
const ROWS = 25;
const FILTERS = ['actor_id', 'entity_id', 'action', 'since', 'until'] as const;

export const auditPage: ClosedPage = {
  path: '/dashboard/audit',
  name: 'dashboardAudit',

  async get(visit) {
    const lead = html`<p class="lead">What was done to what is yours, and by your people and
programs, newest first.</p>`;
    try {
      const shown = await rowsOf(visit);
      return { title: 'Audit log', main: html`${lead}${form(visit)}${shown}` };
    } catch (error) {
      const refused = refusedIn(error);
      const main = html`${lead}${refused.notice}${form(visit, refused)}`;
      return { title: 'Audit log', status: 400, main };
    }
  },
};

const typed = ({ query }: Visit, name: string) => query.get(name)?.trim() || undefined;

async function rowsOf(visit: Visit): Promise<Html> {
  const { call, href } = visit;
  const chosen = Object.fromEntries(FILTERS.map((name) => [name, typed(visit, name)]));
  const { since, until } = chosen;
  const { data, next_cursor: next } = await call<Rows>(listAuditOperation, {
    query: {
      ...{ ...chosen, since: inUtc(since), until: inUtc(until) },
      ...{ cursor: typed(visit, 'cursor'), limit: ROWS },
    },
  });
  const names = await namesOf(visit, data);
  return html`${table({
    caption: 'What was done, newest first',
    heads: ['When', 'What'],
    rows: data.map((row) => [
      instant(row.at),
      html`${actorOf(row, names)} ${sentenceOf(row.action)(saidOf(row, names))}${moreOf(row)}`,
    ]),
    empty: html`<p>Nothing was done that fits.</p>`,
  })}
${nextPage(href('/audit', { ...chosen, cursor: next ?? undefined }), next)}`;
}

/** What a row says for the sentence about it. */
export function saidOf({ entity_id: id, diff }: AuditShape, names: Names): Said {
  const { before, after, ...beside } = diff;
  const all: Members = { ...beside, ...after };
  const ofLot = names.currencyOf(id) ?? names.currencyOf(all.lot_id);
  return {
    before: (before ?? {}) as Members,
    after: all,
    thing: names.of(id),
    named: names.of,
    currency: typeof all.currency === 'string' ? all.currency : ofLot,
  };
}

/** All that a row says, folded. */
function moreOf(row: AuditShape): Html {
  const whole = JSON.stringify(row, null, 2);
  return html`<details><summary class="quiet">All of it</summary><pre><code>${whole}</code></pre>
</details>`;
}

const WITHOUT_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
/** What a field for a time says is meant in UTC; whole instants stay as they are. */
const inUtc = (text: string | undefined) =>
  text !== undefined && WITHOUT_SECONDS.test(text) ? `${text}:00Z` : text;

function form(visit: Visit, refused?: Refused): Html {
  const one = (name: string, label: string, type: 'text' | 'datetime-local' = 'text') =>
    field({ name, label, type, value: typed(visit, name), error: refused?.fields[name] });
  const actions = Object.keys(AUDIT_ACTIONS).toSorted();
  return filterForm(
    visit,
    'What to show',
    html`${one('actor_id', 'Done by (id)')}
${one('entity_id', 'Done to (id)')}
${choice({ name: 'action', label: 'What', value: typed(visit, 'action') ?? '' }, [
  ['', 'anything'],
  ...actions.map((action) => [action, action] as const),
])}
${one('since', 'Since (UTC)', 'datetime-local')}
${one('until', 'Before (UTC)', 'datetime-local')}`,
  );
}
