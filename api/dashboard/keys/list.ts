import { html } from '../../dress/html.ts';
import type { KeyShape } from '../../v1/keys/key-shape.ts';
import { listKeysOperation } from '../../v1/keys/list.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { instant } from '../parts/instant.ts';
import { nextPage, table } from '../parts/table.ts';

type Keys = { data: KeyShape[]; next_cursor: string | null };

export const keysPage: ClosedPage = {
  path: '/dashboard/keys',
  name: 'dashboardKeys',

  async get({ call, href, query, livemode }) {
    const cursor = query.get('cursor') ?? undefined;
    const { data, next_cursor: next } = await call<Keys>(listKeysOperation, { query: { cursor } });
    return {
      title: 'Keys',
      main: html`<p class="lead">Programs call the API with a key. A ${livemode ? 'live' : 'test'}
key sees the ${livemode ? 'live' : 'test'} mode only.</p>
<p><a class="button primary" href="${href('/keys/new')}">New key</a></p>
${table({
  caption: 'Keys',
  heads: ['Name', 'Key', 'Scopes', 'Last used', 'Made', 'State'],
  rows: data.map((key) => [
    html`<a href="${href(`/keys/${key.id}`)}">${key.name}</a>`,
    html`<code>${masked(key)}</code>`,
    scopesOf(key),
    instant(key.last_used_at),
    instant(key.created_at),
    stateOf(key),
  ]),
  empty: html`<p>There is no key yet. A program needs one for nearly every call.</p>`,
})}
${nextPage(href('/keys', { cursor: next ?? undefined }), next)}`,
    };
  },
};

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
