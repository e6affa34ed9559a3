import { subDays } from 'date-fns';
import { RECENT_HOURS } from '../../../src/access/calls/list-calls.ts';
import { systemClock } from '../../../src/kit/clock.ts';
import { type Html, html } from '../../dress/html.ts';
import { type CallsShape, listCallsOperation } from '../../v1/calls/list.ts';
import type { KeyShape } from '../../v1/keys/key-shape.ts';
import { listKeysOperation } from '../../v1/keys/list.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { instant } from '../parts/instant.ts';
import { spark } from '../parts/spark.ts';
import { nextPage, table } from '../parts/table.ts';

type Keys = { data: KeyShape[]; next_cursor: string | null };

export const keysPage: ClosedPage = {
  path: '/dashboard/keys',
  name: 'dashboardKeys',

  async get(visit) {
    const { call, href, query, livemode } = visit;
    const cursor = query.get('cursor') ?? undefined;
    const [{ data, next_cursor: next }, sparkOf] = await Promise.all([
      call<Keys>(listKeysOperation, { query: { cursor } }),
      recentCalls(visit),
    ]);
    return {
      title: 'Keys',
      main: html`<p class="lead">Programs call the API with a key. A ${livemode ? 'live' : 'test'}
key sees the ${livemode ? 'live' : 'test'} mode only.</p>
<p><a class="button primary" href="${href('/keys/new')}">New key</a></p>
${table({
  caption: 'Keys',
  heads: ['Name', 'Key', 'Scopes', 'Last used', `${RECENT_HOURS} hours`, 'Made', 'State'],
  rows: data.map((key) => [
    html`<a href="${href(`/keys/${key.id}`)}">${key.name}</a>`,
    html`<code>${masked(key)}</code>`,
    scopesOf(key),
    instant(key.last_used_at),
    sparkOf(key),
    instant(key.created_at),
    stateOf(key),
  ]),
  empty: html`<p>There is no key yet. A program needs one for nearly every call.</p>`,
})}
${nextPage(href('/keys', { cursor: next ?? undefined }), next)}`,
    };
  },
};

/** The calls of each key in the last hours, all of one question; who has no row made no call. */
async function recentCalls({ call }: Visit): Promise<(key: KeyShape) => Html> {
  // Calls are counted by the database's clock, not by that of the service.
  const yesterday = subDays(systemClock.now(), 1).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const calls = await call<CallsShape>(listCallsOperation, {
    query: { group_by: 'key', from: yesterday },
  });
  const counts = new Map(
    calls.rows.flatMap((row) => ('caller_id' in row ? [[row.caller_id, row.recent_counts]] : [])),
  );
  const none = new Array<number>(RECENT_HOURS).fill(0);
  return ({ id }) => spark(counts.get(id) ?? none, new Date(calls.to));
}

/** As much of a secret as may be shown. */
export const masked = ({ prefix, last4 }: KeyShape) => `${prefix}…${last4}`;

const SHOWN_SCOPES_MAX = 3;

function scopesOf({ scopes }: KeyShape): string {
  const shown = scopes.slice(0, SHOWN_SCOPES_MAX).join(', ');
  const more = scopes.length - SHOWN_SCOPES_MAX;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

export function stateOf({ revoked_at: revoked, expires_at: expires }: KeyShape) {
  if (revoked !== null) return html`<span class="badge bad">ended</span>`;
  if (expires === null) return html`<span class="badge ok">valid</span>`;
  return html`<span class="badge warn">until ${instant(expires)}</span>`;
}
