import { html } from '../../../dress/html.ts';
import { counted } from '../../parts/amount.ts';
import { changes, type Sentence, value } from '../said.ts';

const REFUSED = 400;

/** What happens to webhooks, and what agents read. */
export const OUTBOUND_SENTENCES = {
  'webhook.created': ({ thing, after }) => html`made ${thing}, which gets ${value(after.events)}`,
  'webhook.updated': (said) => html`changed ${said.thing}: ${changes(said)}`,
  'webhook.deleted': ({ thing }) => html`deleted ${thing}`,
  'webhook.secret_rotated': ({ thing }) => html`gave ${thing} a new secret`,
  'webhook.previous_secret_ended': ({ thing }) => html`ended the previous secret of ${thing}`,
  'webhook.tested': ({ thing }) => html`sent a made-up event to ${thing}`,
  'webhook.redelivered': ({ thing }) => html`sent a delivery of ${thing} again`,
  'webhook.replayed': ({ thing, after }) =>
    html`sent ${counted(Number(after.delivery_count ?? 0), 'delivery', 'deliveries')} of ${thing}
again`,
  'dispatcher.called': ({ after }) =>
    'status' in after
      ? html`asked the dispatcher, and was refused (${value(after.status)})`
      : html`asked the dispatcher to ${value(after.action).replaceAll('_', ' ')}`,
  'agent.read': ({ thing, after }) =>
    html`read ${thing}${Number(after.status) >= REFUSED && `, and was refused (${after.status})`}`,
} as const satisfies Readonly<Record<string, Sentence>>;
