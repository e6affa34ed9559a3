import { copyable } from '../../dress/copyable.ts';
import { COPY } from '../../dress/design-files.ts';
import { html } from '../../dress/html.ts';
import type { WebhookShape } from '../../v1/webhooks/webhook-shape.ts';
import type { Shown, Visit } from '../dashboard-page.ts';
import { notice, sentBefore } from '../parts/notice.ts';

/** `secret` is in the first answer alone. */
export type SecretWebhook = { webhook: WebhookShape; secret?: string };

const copyNow = notice('warn', 'Copy the secret now: it is shown this once.');

/** A webhook with its secret: this answer is the only one that has it. */
export function secretOnce(visit: Visit, { webhook, secret }: SecretWebhook, title: string): Shown {
  return {
    title,
    scripts: [COPY],
    main: html`${secret === undefined ? sentBefore : copyNow}
<h2>${webhook.url}</h2>
${secret !== undefined && copyable(secret)}
<p>Your receiver checks with it that a call is from here: each has the header
<code>X-Service-Signature</code>.</p>
<p><a class="button" href="${visit.href(`/webhooks/${webhook.id}`)}">About this webhook</a></p>`,
  };
}
