import type { Static } from 'typebox';
import { type Html, html } from '../../dress/html.ts';
import { getHealthOperation } from '../../v1/health/get.ts';
import type { Health } from '../../v1/health/health-shape.ts';
import { getServerBudgetsOperation, type ServerBudgetsShape } from '../../v1/server/budgets/get.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { count, counted } from '../parts/amount.ts';
import { badge } from '../parts/badge.ts';
import { instant } from '../parts/instant.ts';
import { table } from '../parts/table.ts';
import { agedWords, operatorLink } from './server-words.ts';

type HealthShape = Static<typeof Health>;
type Checks = HealthShape['checks'];

const STATES = { pass: 'ok', warn: 'warn', fail: 'bad', unknown: 'idle' } as const;

export const serverOverviewPage: ClosedPage = {
  path: '/dashboard/server',
  name: 'dashboardServer',

  async get(visit) {
    const { callLive } = visit;
    const [{ budgets }, { checks, version }] = await Promise.all([
      callLive<{ budgets: ServerBudgetsShape }>(getServerBudgetsOperation),
      callLive<HealthShape>(getHealthOperation),
    ]);
    return {
      title: 'Server',
      main: html`<p class="lead">How this service does, for all operators and in both modes. It
answers as version ${version}.</p>
${checksTable(visit, checks)}
<h2>Budgets</h2>
${limitedTable(visit, budgets)}
${usualTable(budgets)}`,
    };
  },
};

type Check = readonly [name: Html | string, status: keyof typeof STATES, words: string];

function checksTable({ href }: Visit, checks: Checks): Html {
  const { database, marts, pipelines, jobs, webhooks, reconciliation } = checks;
  const toPipelines = (name: string) => html`<a href="${href('/server/pipelines')}">${name}</a>`;
  const rows: Check[] = [
    ['Database', database.status, DATABASE_WORDS[database.state]],
    [toPipelines('Market figures'), marts.status, agedWords(marts.age_s)],
    [toPipelines('Refreshes'), pipelines.status, refreshWords(pipelines)],
    [toPipelines('Jobs'), jobs.status, jobWords(jobs)],
    [
      html`<a href="${href('/server/deliveries')}">Deliveries</a>`,
      webhooks.status,
      deliveryWords(webhooks),
    ],
    ['Payments', reconciliation.status, bookWords(reconciliation)],
  ];
  return table({
    caption: 'Checks',
    heads: ['Check', 'State', 'What is known'],
    rows: rows.map(([name, status, words]) => [name, badge(STATES[status], status), words]),
    empty: html``,
  });
}

const DATABASE_WORDS = {
  up: 'it answers',
  restarting: 'it is being started again',
  away: 'it does not answer',
};

function refreshWords({ failures, failing, quarantine }: Checks['pipelines']): string {
  const parts = [
    failures > 0 && `${counted(failures, 'refresh', 'refreshes')} failed in a row`,
    failing.length > 0 && `${counted(failing.length, 'step fails', 'steps fail')}`,
    quarantine.rows > 0 && `${counted(quarantine.rows, 'row')} cannot be read`,
  ].filter((part) => part !== false);
  return parts.join(', ') || 'no step fails, and every row can be read';
}

function jobWords({ retrying, given_up: givenUp }: Checks['jobs']): string {
  if (retrying + givenUp === 0) return 'nothing failed';
  return `${count(retrying)} tried again, ${count(givenUp)} given up`;
}

function deliveryWords({ overdue_s: overdue, paused }: Checks['webhooks']): string {
  const late = overdue === 0 ? 'none is late' : `the oldest is ${counted(overdue, 'second')} late`;
  return `${late}, ${counted(paused, 'webhook')} paused`;
}

function bookWords({ status, open }: Checks['reconciliation']): string {
  if (status === 'unknown') return 'not compared with the processor yet';
  return open === 0 ? 'as in the books of the processor' : `${count(open)} differ`;
}

function limitedTable(visit: Visit, { from, limited }: ServerBudgetsShape): Html {
  return html`<p class="quiet">Whose calls met a budget since ${instant(from)}, and were answered
429. What is left of a budget is in the memory of each process, and is not shown here.</p>
${table({
  caption: 'Operators whose calls met a budget',
  heads: ['Operator', 'Calls beyond a budget', 'Last in the hour from'],
  figures: [1],
  rows: limited.map((one) => [
    operatorLink(visit, one.operator_id, one.operator_name),
    count(one.limited_count),
    instant(one.last_at),
  ]),
  empty: html`<p>No call met a budget.</p>`,
})}`;
}

function usualTable({ usual }: ServerBudgetsShape): Html {
  return html`<details class="card"><summary>What a key may call</summary>
<p class="quiet">Unless it has limits of its own.</p>
${table({
  caption: 'Budgets of a key',
  heads: ['Budget', 'Calls a minute'],
  figures: [1],
  rows: usual.map(({ name, per_minute: calls }) => [html`<code>${name}</code>`, count(calls)]),
  empty: html``,
})}</details>`;
}
