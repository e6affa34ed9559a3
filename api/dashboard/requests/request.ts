import { type Html, html } from '../../dress/html.ts';
import { type CallShape, getCallOperation } from '../../v1/calls/get.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { dollars } from '../parts/amount.ts';
import { definitions } from '../parts/definitions.ts';
import { field } from '../parts/field.ts';
import { filterForm } from '../parts/filter-form.ts';
import { instant } from '../parts/instant.ts';
import { refusalOf } from '../parts/notice.ts';
import { table } from '../parts/table.ts';

export const requestPage: ClosedPage = {
  path: '/dashboard/requests',
  name: 'dashboardRequests',

  async get(visit) {
    const id = visit.query.get('request_id')?.trim() ?? '';
    if (id === '') return show(visit, id, html``);
    try {
      const params = { request_id: id };
      const { call } = await visit.call<{ call: CallShape }>(getCallOperation, { params });
      return show(visit, id, found(visit, call));
    } catch (error) {
      const unknown = html`<p>Nothing is known of reads that were answered as asked and cost
nothing.</p>`;
      return { ...show(visit, id, html`${refusalOf(error)}${unknown}`), status: 404 };
    }
  },
};

function show(visit: Visit, id: string, main: Html): Shown {
  return {
    title: 'Requests',
    main: html`<p class="lead">Each answer has its id in the header <code>X-Request-Id</code>, and
each error in <code>error.request_id</code>.</p>
${filterForm(
  visit,
  'Request',
  field({ name: 'request_id', label: 'Request id', value: id, isRequired: true }),
)}
${main}`,
  };
}

function found(visit: Visit, call: CallShape): Html {
  const { refusal, charges, changes } = call;
  return html`${definitions([
    ['At', instant(call.at)],
    ['By', html`<code>${call.caller_id}</code>`],
    ...(refusal === null ? [] : refusedFacts(refusal)),
    [
      'Charged',
      charges.map((one) => `${dollars(one.cost_cents)} for ${one.endpoint}`).join(', ') ||
        'nothing',
    ],
  ])}
<h2>What it changed</h2>
${table({
  caption: 'What it changed',
  heads: ['Action', 'Of'],
  rows: changes.map(({ action, entity_id: id }) => [
    action,
    id === null
      ? 'a vehicle, which is not named'
      : html`<a href="${visit.href('/audit', { entity_id: id })}"><code>${id}</code></a>`,
  ]),
  empty: html`<p>It changed nothing.</p>`,
})}
${call.has_more_changes && html`<p class="quiet">There are more, in the audit log.</p>`}`;
}

function refusedFacts(refusal: NonNullable<CallShape['refusal']>) {
  const { operation, status, code, reason, fields, duration_ms: ms } = refusal;
  return [
    ['Operation', html`<code>${operation}</code>`],
    ['Answer', `${status} ${code}${reason === null ? '' : `, ${reason}`}`],
    ['Fields that it named', fields.length === 0 ? 'none' : fields.join(', ')],
    ['Took', `${ms} ms`],
  ] as const;
}
