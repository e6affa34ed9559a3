import { type Html, html } from '../../dress/html.ts';
import type { KeyShape } from '../../v1/keys/key-shape.ts';
import { listKeysOperation } from '../../v1/keys/list.ts';
import type { UsageShape } from '../../v2/usage/list.ts';
import type { Visit } from '../dashboard-page.ts';
import { count, dollars } from '../parts/amount.ts';
import { bar } from '../parts/bar.ts';
import { instant } from '../parts/instant.ts';
import { table } from '../parts/table.ts';
import { mayCall } from '../visit/may-call.ts';

export type Usage = UsageShape;
type Row = Usage['rows'][number];

/** Keys whose caps are known to the page: the newest. */
const KEYS = 100;

/** What was charged, a row for each endpoint, key or day. */
export async function chargesOf(visit: Visit, usage: Usage): Promise<Html> {
  const isByKey = usage.group_by === 'key' && mayCall(visit, listKeysOperation);
  const caps = isByKey ? await capsOf(visit) : undefined;
  const most = Math.max(...usage.rows.map((row) => row.cost_cents), 0);
  const head = { endpoint: 'Endpoint', key: 'Key', day: 'Day (UTC)' }[usage.group_by];
  const figures = (row: Row) => [
    bar([{ kind: 'chosen', size: row.cost_cents }], most),
    count(row.query_count),
    dollars(row.cost_cents),
    ...(caps ? [capOf(row, caps)] : []),
  ];
  return html`<p class="quiet">From ${instant(usage.from)} until ${instant(usage.to)}</p>
${table({
  caption: `Charges by ${usage.group_by}`,
  heads: [head, 'Share', 'Answers', 'Cost', ...(caps ? ['Cap a month'] : [])],
  figures: [2, 3, 4],
  rows: usage.rows.map((row) => [nameOf(visit, row), ...figures(row)]),
  empty: html`<p>Nothing was charged in this period.</p>`,
})}`;
}

function nameOf(visit: Visit, row: Row): Html | string {
  if ('endpoint' in row) return html`<code>${row.endpoint}</code>`;
  if ('date' in row) return row.date;
  const name = row.key_name ?? row.key_id;
  if (!mayCall(visit, listKeysOperation)) return name;
  return html`<a href="${visit.href(`/keys/${row.key_id}`)}">${name}</a>`;
}

type Caps = ReadonlyMap<string, number | null>;

async function capsOf({ call }: Visit): Promise<Caps> {
  const { data } = await call<{ data: KeyShape[] }>(listKeysOperation, { query: { limit: KEYS } });
  return new Map(data.map((key) => [key.id, key.spend_cap_cents]));
}

function capOf(row: Row, caps: Caps): string {
  const cap = 'key_id' in row ? caps.get(row.key_id) : undefined;
  return cap === null ? 'none' : dollars(cap);
}
