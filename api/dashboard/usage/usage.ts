import { USAGE_GROUPS, type UsageGroup } from '../../../src/money/usage/list-usage.ts';
import { type Html, html } from '../../dress/html.ts';
import { listCallsOperation } from '../../v1/calls/list.ts';
import { listUsageOperation } from '../../v2/usage/list.ts';
import type { UsageMonthShape } from '../../v2/usage/month.ts';
import { getUsageMonthOperation } from '../../v2/usage/month.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { counted, dollars } from '../parts/amount.ts';
import { choice, field } from '../parts/field.ts';
import { filterForm } from '../parts/filter-form.ts';
import { notice } from '../parts/notice.ts';
import { type Refused, refusedIn } from '../parts/refused.ts';
import { mayCall } from '../visit/may-call.ts';
import { callsOf } from './calls.ts';
import { chargesOf, type Usage } from './charges.ts';

const GROUP_NAMES: Readonly<Record<UsageGroup, string>> = {
  endpoint: 'Endpoint',
  key: 'Key',
  day: 'Day',
};

export const usagePage: ClosedPage = {
  path: '/dashboard/usage',
  name: 'dashboardUsage',

  async get(visit) {
    return {
      title: 'Usage',
      main: html`<p class="lead">What priced answers cost, such as market rates, and how calls were
answered.</p>
${
  mayCall(visit, listUsageOperation)
    ? await charged(visit)
    : notice('warn', 'Your role does not see what answers cost: ask an owner or a manager.')
}
${mayCall(visit, listCallsOperation) && (await callsOf(visit))}`,
    };
  },
};

async function charged(visit: Visit): Promise<Html> {
  const groupBy = USAGE_GROUPS.find((one) => one === visit.query.get('group_by')) ?? 'endpoint';
  const period = { from: textOf(visit, 'from'), to: textOf(visit, 'to') };
  const usual = await usageOf(visit, { group_by: groupBy });
  const month = await monthOf(visit, usual);
  const isUsual = Object.values(period).every((day) => day === undefined);
  try {
    const data = isUsual ? usual : await usageOf(visit, { ...period, group_by: groupBy });
    return html`${figures(month, data)}${form(visit, groupBy)}${await chargesOf(visit, data)}`;
  } catch (error) {
    const refused = refusedIn(error);
    return html`${refused.notice}${form(visit, groupBy, refused)}`;
  }
}

async function usageOf({ call }: Visit, query: Readonly<Record<string, unknown>>): Promise<Usage> {
  return (await call<{ data: Usage }>(listUsageOperation, { query })).data;
}

const textOf = ({ query }: Visit, name: string) => query.get(name)?.trim() || undefined;

/** The month in which the usual period begins: that of the database's clock, as of charges. */
async function monthOf({ call }: Visit, { from }: Usage): Promise<UsageMonthShape> {
  const month = from.slice(0, 'yyyy-mm'.length);
  const answer = await call<{ data: UsageMonthShape }>(getUsageMonthOperation, {
    params: { month },
  });
  return answer.data;
}

const FREE = 'Test keys pay nothing, so nothing is listed in the test mode.';

function figures(month: UsageMonthShape, usage: Usage): Html {
  return html`<ul class="cards">
<li class="card"><h2>This month (<time datetime="${month.month}">${month.month}</time>, UTC)</h2>
<p class="figure">${dollars(month.total_cents)}</p>
<p>${counted(month.query_count, 'priced answer')} so far</p></li>
<li class="card"><h2>The period below</h2>
<p class="figure">${dollars(usage.total_cents)}</p>
<p>${counted(usage.query_count, 'priced answer')}</p></li>
</ul>
${!month.livemode && notice('ok', FREE)}`;
}

function form(visit: Visit, groupBy: UsageGroup, refused?: Refused): Html {
  const day = (name: 'from' | 'to', label: string) =>
    field({
      ...{ name, label, type: 'date', value: textOf(visit, name) },
      error: refused?.fields[name],
    });
  return filterForm(
    visit,
    'Period and groups',
    html`${day('from', 'First day (UTC)')}
${day('to', 'Last day (UTC)')}
${choice(
  { name: 'group_by', label: 'By', value: groupBy },
  USAGE_GROUPS.map((group) => [group, GROUP_NAMES[group]] as const),
)}`,
    ['calls_by'],
  );
}
