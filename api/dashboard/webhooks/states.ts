import { type Html, html } from '../../dress/html.ts';
import type { DeliveryShape } from '../../v1/webhooks/deliveries/delivery-shape.ts';
import type { WebhookShape } from '../../v1/webhooks/webhook-shape.ts';

const PAUSED_BY = {
  failures: 'too many attempts failed in a row',
  gone: 'its endpoint answered 410 Gone',
  operator: 'by you',
} as const;

/** Whether a webhook gets events, in a word. */
export function webhookState({ status, verified_at: at, verification_failure: failure }: State) {
  if (status === 'paused') return html`<span class="badge warn">paused</span>`;
  if (at === null && failure !== null) return html`<span class="badge bad">not proven</span>`;
  return html`<span class="badge ok">active</span>`;
}
type State = Pick<WebhookShape, 'status' | 'verified_at' | 'verification_failure'>;

/** Why a webhook gets no events; undefined where it does. */
export function whyNothing(webhook: WebhookShape): string | undefined {
  const { status, pause_reason: reason, verified_at: at, verification_failure: failure } = webhook;
  if (status === 'paused')
    return `It is paused: ${reason === null ? 'the reason is not known' : PAUSED_BY[reason]}. \
Events of the pause are kept and can be replayed.`;
  if (at === null && failure !== null)
    return `Events wait, because its endpoint has not proven that it expects them: ${failure}.`;
  return undefined;
}

const BADGE = { pending: 'warn', delivered: 'ok', failed: 'bad', canceled: '' } as const;

export function deliveryState({ status }: Pick<DeliveryShape, 'status'>): Html {
  return html`<span class="badge ${BADGE[status]}">${status}</span>`;
}
