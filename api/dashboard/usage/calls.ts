import { CALL_GROUPS, type CallGroup } from '../../../src/access/calls/list-calls.ts';
import { type Html, html } from '../../dress/html.ts';
import { type CallsShape, listCallsOperation } from '../../v1/calls/list.ts';
import { type Names, namesOf } from '../audit/names.ts';
import type { Visit } from '../dashboard-page.ts';
import { count, counted } from '../parts/amount.ts';
import { bar } from '../parts/bar.ts';
import { choice } from '../parts/field.ts';
import { filterForm } from '../parts/filter-form.ts';
import { instant } from '../parts/instant.ts';
import { table } from '../parts/table.ts';

type Row = CallsShape['rows'][number];
type Counts = CallsShape['total'];

const GROUP_NAMES: Readonly<Record<CallGroup, string>> = {
  day: 'Day (UTC)',
  hour: 'Hour (UTC)',
  operation: 'Operation',
  key: 'Caller',
};

/** How many calls were made, and how they were answered; by `calls_by` in the address. */
export async function callsOf(visit: Visit): Promise<Html> {
  const groupBy = CALL_GROUPS.find((one) => one === visit.query.get('calls_by')) ?? 'day';
  const calls = await visit.call<CallsShape>(listCallsOperation, { query: { group_by: groupBy } });
  const most = Math.max(...calls.rows.map(allOf), 0);
  const names = groupBy === 'key' ? await namesOf(visit, []) : undefined;
  return html`<h2 id="calls">Calls</h2>
<p class="quiet">From ${instant(calls.from)} until ${instant(calls.to)}:
${counted(allOf(calls.total), 'call')}.
<a href="${visit.href('/requests')}">Find a call by its request id</a></p>
${form(visit, groupBy)}
${table({
  caption: `Calls by ${groupBy}`,
  heads: [
    GROUP_NAMES[groupBy],
    'Share',
    'Answered',
    'Refused (4xx)',
    'Limited (429)',
    'Failed (5xx)',
  ],
  figures: [2, 3, 4, 5],
  rows: calls.rows.map((row) => [nameOf(row, names), barOf(row, most), ...figuresOf(row)]),
  empty: html`<p>No call was made yet in this period.</p>`,
})}`;
}

const allOf = (row: Counts) =>
  row.ok_count + row.refused_count + row.limited_count + row.failed_count;

const figuresOf = (row: Counts) =>
  [row.ok_count, row.refused_count, row.limited_count, row.failed_count].map(count);

function barOf(row: Counts, most: number): Html {
  return bar(
    [
      { kind: 'chosen', size: row.ok_count },
      { kind: 'idle', size: row.refused_count },
      { kind: 'warn', size: row.limited_count },
      { kind: 'bad', size: row.failed_count },
    ],
    most,
  );
}

function nameOf(row: Row, names: Names | undefined): Html | string {
  if ('operation' in row) return html`<code>${row.operation}</code>`;
  if ('date' in row) return row.date;
  if ('from' in row) return instant(row.from);
  const { key_name: name, caller_type: type, caller_id: id } = row;
  return name ?? names?.of(id) ?? html`${type} <code>${id}</code>`;
}

function form(visit: Visit, groupBy: CallGroup): Html {
  return filterForm(
    visit,
    'Groups of calls',
    choice(
      { name: 'calls_by', label: 'Calls by', value: groupBy },
      CALL_GROUPS.map((group) => [group, GROUP_NAMES[group]] as const),
    ),
    ['group_by', 'from', 'to'],
  );
}
