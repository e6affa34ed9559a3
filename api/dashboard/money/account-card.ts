import { type Html, html } from '../../dress/html.ts';
import type { PaymentAccountShape } from '../../v1/payments/account-shape.ts';
import { getPaymentAccountOperation } from '../../v1/payments/get-account.ts';
import { openPaymentAccountOperation } from '../../v1/payments/open-account.ts';
import type { Visit } from '../dashboard-page.ts';
import { type BadgeKind, badge } from '../parts/badge.ts';
import { definitions } from '../parts/definitions.ts';
import { instant } from '../parts/instant.ts';
import { mayCall } from '../visit/may-call.ts';

/** The account at the payment processor, in the mode that is looked at. */
export async function findAccount({ call }: Pick<Visit, 'call'>): Promise<PaymentAccountShape> {
  return (await call<{ account: PaymentAccountShape }>(getPaymentAccountOperation)).account;
}

/** What each state of the account means for who is paid to it. */
const STATES: Readonly<
  Record<PaymentAccountShape['status'], readonly [BadgeKind, string, string]>
> = {
  none: ['warn', 'not opened', 'There is no account yet to which stays on your lots are paid.'],
  incomplete: ['warn', 'incomplete', 'The processor still has to hear something, or verifies it.'],
  ready: ['ok', 'ready', 'Stays on your lots are paid to it, and it is paid out to your bank.'],
  restricted: ['bad', 'stopped', 'The processor has stopped the account.'],
};

export function accountCard(visit: Visit, account: PaymentAccountShape): Html {
  const [kind, word, meaning] = STATES[account.status];
  return html`<section class="card"><h2>The account that is paid ${badge(kind, word)}</h2>
<p>${meaning}</p>
${missing(account)}
${
  mayCall(visit, openPaymentAccountOperation) &&
  html`<p><a class="button" href="${visit.href('/payouts/account')}">${
    account.status === 'none' ? 'Open the account' : 'Change or complete it'
  }</a></p>`
}</section>`;
}

/** What the processor says of it, in its own words. */
export function accountFacts(account: PaymentAccountShape): Html {
  const [kind, word] = STATES[account.status];
  return definitions([
    ['State', badge(kind, word)],
    ['Takes payments', yesOrNo(account.charges_enabled)],
    ['Pays out to your bank', yesOrNo(account.payouts_enabled)],
    ['Still missing', missing(account) || 'nothing is known to be missing'],
    ['Read', instant(account.checked_at)],
  ]);
}

function missing({ requirements, disabled_reason: reason }: PaymentAccountShape): Html | false {
  const isMissing = requirements !== null && requirements.length > 0;
  return (
    (isMissing || reason !== null) &&
    html`${reason !== null && html`<p>The processor says: <code>${reason}</code></p>`}
${isMissing && html`<p>It asks for:</p><ul>${requirements.map(asked)}</ul>`}`
  );
}

const asked = (one: string) => html`<li><code>${one}</code></li>`;

function yesOrNo(is: boolean | null): string {
  if (is === null) return 'not known';
  return is ? 'yes' : 'no';
}
