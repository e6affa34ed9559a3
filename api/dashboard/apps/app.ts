import { SCOPE_WORDS } from '../../../src/access/apps/app-scopes.ts';
import { type Html, html } from '../../dress/html.ts';
import type { AppShape } from '../../v1/connected-apps/app-shape.ts';
import { endConnectedAppOperation } from '../../v1/connected-apps/delete.ts';
import { getConnectedAppOperation } from '../../v1/connected-apps/get.ts';
import type { ClosedPage, Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { describedBy, stateOf } from './list.ts';

export const appPage: ClosedPage = {
  path: '/dashboard/apps/{app_id}',
  name: 'dashboardApp',

  async get(visit) {
    const { params } = visit;
    const { app } = await visit.call<{ app: AppShape }>(getConnectedAppOperation, { params });
    return {
      title: app.name,
      main: html`${definitions([
        ['State', stateOf(app)],
        ['May', html`${app.scopes.map((scope) => html`${SCOPE_WORDS[scope]}<br>`)}`],
        ['Described by', describedBy(app)],
        ['People are sent back to', app.redirect_host],
        ['Uses', html`<code>${app.resource}</code>`],
        ['Connected by', html`<code>${app.member_id}</code>`],
        ['Connected', instant(app.connected_at)],
        ['Last used', instant(app.last_used_at)],
        ['Ends', instant(app.ended_at ?? app.expires_at)],
        ['Cap of priced answers', cap(app)],
        ['Parking in a month', parking(app)],
        ['Id', html`<code>${app.id}</code>`],
      ])}
${app.ended_at === null && endForm(visit, app)}`,
    };
  },

  async post({ params, call, href }) {
    await call(endConnectedAppOperation, { params });
    return { location: href('/apps') };
  },
};

const CENTS = 100;

function cap({ spend_cap_cents: cents }: AppShape): string {
  return cents === null ? 'none' : `${(cents / CENTS).toFixed(2)} US dollars a month`;
}

function parking({ mandate }: AppShape): string {
  const { max_per_month: amount = null, currency = null } = mandate ?? {};
  if (amount === null || currency === null) return 'no limit';
  return `at most ${amount} ${currency.toUpperCase()}`;
}

function endForm({ csrf, href }: Visit, { id }: AppShape): Html {
  return html`<section class="card"><h2>End it</h2>
<p>All its tokens end at once. To come back, it has to be connected again.</p>
<form method="post" action="${href(`/apps/${id}`)}">${csrfField({ csrf })}
<button class="danger">End the app</button></form></section>`;
}
