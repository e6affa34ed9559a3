import { html } from '../../dress/html.ts';
import type { AppShape } from '../../v1/connected-apps/app-shape.ts';
import { listConnectedAppsOperation } from '../../v1/connected-apps/list.ts';
import type { ClosedPage } from '../dashboard-page.ts';
import { instant } from '../parts/instant.ts';
import { nextPage, table } from '../parts/table.ts';

type Apps = { data: AppShape[]; next_cursor: string | null };

export const appsPage: ClosedPage = {
  path: '/dashboard/apps',
  name: 'dashboardApps',

  async get({ call, href, query }) {
    const cursor = query.get('cursor') ?? undefined;
    const asked = { query: { cursor } };
    const { data, next_cursor: next } = await call<Apps>(listConnectedAppsOperation, asked);
    return {
      title: 'Connected apps',
      main: html`<p class="lead">Apps that people of yours let act for you. Each may do
no more than whoever connected it.</p>
${table({
  caption: 'Connected apps',
  heads: ['Name', 'Described by', 'Last used', 'Connected', 'State'],
  rows: data.map((app) => [
    html`<a href="${href(`/apps/${app.id}`)}">${app.name}</a>`,
    describedBy(app),
    instant(app.last_used_at),
    instant(app.connected_at),
    stateOf(app),
  ]),
  empty: html`<p>No app is connected. An app asks for it itself: <a href="/docs/oauth">how
apps connect</a>.</p>`,
})}
${nextPage(href('/apps', { cursor: next ?? undefined }), next)}`,
    };
  },
};

/** The host of the document that an app names as its id; one that registered itself has none. */
export function describedBy({ client_id: clientId }: AppShape): string {
  return URL.canParse(clientId) ? new URL(clientId).host : 'itself';
}

export function stateOf({ ended_at: ended, expires_at: expires }: AppShape) {
  if (ended !== null) return html`<span class="badge bad">ended</span>`;
  if (expires === null) return html`<span class="badge ok">connected</span>`;
  return html`<span class="badge warn">until ${instant(expires)}</span>`;
}
