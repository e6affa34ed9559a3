import type { Static } from 'typebox';
import { type Html, html } from '../../dress/html.ts';
import type { FindingShape } from '../../v1/reconciliation/findings/finding-shape.ts';
import { listFindingsOperation } from '../../v1/reconciliation/findings/list.ts';
import {
  getReconciliationOperation,
  type ReconciliationSchema,
} from '../../v1/reconciliation/get.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { amount, counted } from '../parts/amount.ts';
import { badge } from '../parts/badge.ts';
import { choice } from '../parts/field.ts';
import { filterForm } from '../parts/filter-form.ts';
import { instant } from '../parts/instant.ts';
import { sentence } from '../parts/notice.ts';
import { nextPage, table } from '../parts/table.ts';

type Standing = Static<typeof ReconciliationSchema>;
type Findings = { data: FindingShape[]; next_cursor: string | null };

const ROWS_PER_PAGE = 25;
const PATH = '/reconciliation';

export const reconciliationPage: ClosedPage = {
  path: '/dashboard/reconciliation',
  name: 'dashboardReconciliation',

  async get(visit) {
    const { call, href, query } = visit;
    const status = query.get('status') || undefined;
    const cursor = query.get('cursor') ?? undefined;
    const [{ reconciliation }, { data, next_cursor: next }] = await Promise.all([
      call<{ reconciliation: Standing }>(getReconciliationOperation),
      call<Findings>(listFindingsOperation, {
        query: { status, cursor, limit: String(ROWS_PER_PAGE) },
      }),
    ]);
    return {
      title: 'Reconciliation',
      main: html`<p class="lead">Your payments and refunds, as they are noted here, against the
books of the payment processor, day by day (UTC).</p>
${standing(reconciliation)}
${filterForm(
  visit,
  'Which differences',
  choice({ name: 'status', label: 'State', value: status }, [
    ['', 'All'],
    ['open', 'Open'],
    ['settled', 'Settled'],
  ]),
)}
${table({
  caption: 'Differences',
  heads: ['Day', 'What differs', 'Stay', 'Here', 'At the processor', 'Found', 'State'],
  figures: [3, 4],
  rows: data.map((finding) => rowOf(visit, finding)),
  empty: nothing(reconciliation, status !== undefined || cursor !== undefined),
})}
${nextPage(href(PATH, { status, cursor: next ?? undefined }), next)}`,
    };
  },
};

function standing({ compared_at: comparedAt, open_count: openCount }: Standing): Html {
  if (comparedAt === null) return html`<p>Nothing was compared yet.</p>`;
  const open =
    openCount === 0
      ? 'nothing of yours differs'
      : `${counted(openCount, 'difference')} open, for whoever runs this server to look at`;
  return html`<p>Last compared ${instant(comparedAt)}: ${open}.</p>`;
}

function nothing({ compared_at: comparedAt }: Standing, isFiltered: boolean): Html {
  if (isFiltered) return html`<p>No difference fits.</p>`;
  if (comparedAt === null)
    return html`<p>A day is compared once it is over. Until then nothing is known.</p>`;
  return html`<p>Your payments agree with the processor's books of every day that was
compared.</p>`;
}

function rowOf({ href }: Visit, finding: FindingShape): (Html | string)[] {
  const { session_id: stay, ours, theirs, currency } = finding;
  const side = (units: number | null) => (units === null ? 'none' : amount(units, currency));
  return [
    finding.day,
    html`${sentence(finding.says)}${
      finding.refund_id !== null && html`<br><code>${finding.refund_id}</code>`
    }`,
    html`<a href="${href(`/stays/${stay}`)}"><code>${stay}</code></a>`,
    side(ours),
    side(theirs),
    instant(finding.found_at),
    stateOf(finding),
  ];
}

const SETTLED_AS: Readonly<Record<string, string>> = {
  agrees: 'no longer differs',
  voided: 'what was held back is released',
  captured: 'noted as paid',
  refunded: 'noted as given back',
  taken_back: 'noted as come back',
  paid_back: 'paid back to you',
};

function stateOf({ settled_at: at, settled_as: how }: FindingShape): Html {
  if (at === null) return badge('warn', 'open');
  const as = how === null ? '' : `${SETTLED_AS[how] ?? how}, `;
  return html`${badge('ok', 'settled')} ${as}${instant(at)}`;
}
