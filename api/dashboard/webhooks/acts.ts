import { KEPT_DAYS, SECRET_OVERLAP_HOURS } from '../../../src/outbound/webhooks/webhook.ts';
import { type Html, html } from '../../dress/html.ts';
import type { WebhookShape } from '../../v1/webhooks/webhook-shape.ts';
import type { Visit } from '../dashboard-page.ts';
import { csrfField } from '../frame/frame.ts';
import { choice, field } from '../parts/field.ts';
import type { Refused } from '../parts/refused.ts';
import { typedName } from '../parts/typed-name.ts';
import { type Typed, webhookFields } from './webhook-fields.ts';

type Told = Readonly<{ fields: Refused['fields']; typed: Typed | undefined }>;

/** What can be done with a webhook. */
export function webhookActs(visit: Visit, webhook: WebhookShape, { fields, typed }: Told): Html {
  const { status, url, events } = webhook;
  const description = webhook.description ?? '';
  const form = formOf(visit, webhook);
  const isReplay = (fields.since ?? fields.until) !== undefined;
  return html`<div class="cards">
<section class="card"><h2>Try it</h2>
${
  status === 'paused'
    ? html`<p>Nothing is sent to a paused webhook.</p>`
    : form(
        html`${choice(
          { name: 'type', label: 'Made-up event of the type', value: events[0] },
          events.map((type) => [type, type] as const),
        )}<button name="act" value="test">Send a test event</button>`,
      )
}</section>
<section class="card"><h2>${status === 'paused' ? 'Resume' : 'Pause'}</h2>
${form(
  status === 'paused'
    ? html`<p>It gets what happens from then on. What it missed can be replayed.</p>
<button class="primary" name="act" value="resume">Resume</button>`
    : html`<p>What waits for it is canceled, and can be replayed later.</p>
<button name="act" value="pause">Pause</button>`,
)}</section>
<section class="card"><h2>Secret</h2>
${form(html`<p>A new one signs beside the old one for ${SECRET_OVERLAP_HOURS} hours, so that
receivers can change over.</p>
<div class="row"><button name="act" value="rotate">Make a new secret</button>
<button class="plain" name="act" value="end_previous">End the old one now</button></div>`)}
</section>
</div>
<details class="card"${typed && html` open`}><summary>Change it</summary>
${form(html`${webhookFields(typed ?? { url, description, events }, fields)}
<button name="act" value="change">Save</button>`)}</details>
<details class="card"${isReplay && html` open`}><summary>Replay events</summary>
${form(html`<p>Sends events of the last ${KEPT_DAYS} days again, also those of a pause. Receivers
see the same event ids again.</p>
${field({
  ...{ name: 'since', label: 'From (UTC)', type: 'datetime-local', isRequired: true },
  error: fields.since,
})}
${field({
  ...{ name: 'until', label: 'Until (UTC)', type: 'datetime-local' },
  ...{ error: fields.until, hint: 'Empty: until now.' },
})}
<button name="act" value="replay">Send them again</button>`)}</details>`;
}

/** What ends a webhook for good. */
export function webhookEnd(visit: Visit, webhook: WebhookShape, wrong: Refused['fields']): Html {
  return html`<section class="card"><h2>Delete</h2>
<p>Nothing is sent to it any more, and its deliveries can no longer be looked up.</p>
${formOf(
  visit,
  webhook,
)(html`${typedName(confirmedBy(webhook), { error: wrong.typed_name })}
<button class="danger" name="act" value="delete">Delete the webhook</button>`)}</section>`;
}

/** What has to be typed to delete a webhook. */
export const confirmedBy = ({ url }: WebhookShape) => new URL(url).host;

function formOf(visit: Visit, { id }: WebhookShape) {
  const action = visit.href(`/webhooks/${id}`);
  return (inside: Html) =>
    html`<form method="post" action="${action}">${csrfField(visit)}${inside}</form>`;
}
