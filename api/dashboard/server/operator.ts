import { type Html, html } from '../../dress/html.ts';
import { getServerOperatorOperation } from '../../v1/server/operators/get.ts';
import type { ServerOperatorUseShape } from '../../v1/server/operators/operator-shape.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { count, dollars } from '../parts/amount.ts';
import { badge } from '../parts/badge.ts';
import { bar } from '../parts/bar.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { table } from '../parts/table.ts';

/** From this part of a limit on, it is nearly met. */
const NEAR = 0.8;

export const serverOperatorPage: ClosedPage = {
  path: '/dashboard/server/operators/{operator_id}',
  name: 'dashboardServerOperator',

  async get({ callLive, params }) {
    const { operator } = await callLive<{ operator: ServerOperatorUseShape }>(
      getServerOperatorOperation,
      { params },
    );
    return {
      title: operator.name,
      main: html`${definitions([
        ['Plan', operator.plan],
        ['Listed', operator.is_checked ? badge('ok', 'checked') : badge('warn', 'not checked')],
        ['Since', instant(operator.created_at)],
        ['Members', count(operator.member_count)],
        ['Priced answers this month', dollars(operator.charged_cents)],
        ['Id', html`<code>${operator.id}</code>`],
      ])}
<h2>Limits of the plan</h2>
${limits(operator)}
<h2>Calls today (UTC)</h2>
${calls(operator)}`,
    };
  },
};

function limits({ plan_limits: plan, ...used }: ServerOperatorUseShape): Html {
  const inMemory = 'in the memory of each process';
  const rows: [string, number, number | null][] = [
    ['Lots', plan.lots_max, used.lot_count],
    ['Lots of the test mode', plan.lots_max, used.test_lot_count],
    ['Valid keys', plan.keys_max, used.key_count],
    ['Rows written a minute', plan.rows_per_minute, null],
    ['Bytes written a minute', plan.bytes_per_minute, null],
    ['Batches a minute', plan.batches_per_minute, null],
  ];
  return table({
    caption: 'Limits of the plan, and what is used of them',
    heads: ['What', 'At most', 'Used', 'Share'],
    figures: [1, 2],
    rows: rows.map(([name, most, is]) => [
      name,
      count(most),
      is === null ? inMemory : count(is),
      is === null ? '' : bar([{ kind: kindOf(is, most), size: Math.min(is, most) }], most),
    ]),
    empty: html``,
  });
}

function kindOf(used: number, most: number) {
  if (used >= most) return 'bad';
  return used >= NEAR * most ? 'warn' : 'chosen';
}

function calls({ calls_today: today }: ServerOperatorUseShape): Html {
  return definitions([
    ['Answered', count(today.ok_count)],
    ['Refused (4xx)', count(today.refused_count)],
    ['Limited (429)', count(today.limited_count)],
    ['Failed (5xx)', count(today.failed_count)],
  ]);
}
