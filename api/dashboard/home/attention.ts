import { type Html, html } from '../../dress/html.ts';
import type { OverviewShape } from '../../v1/overview/overview-shape.ts';
import type { PaymentAccountShape } from '../../v1/payments/account-shape.ts';
import { getPaymentAccountOperation } from '../../v1/payments/get-account.ts';
import { getPlanOperation } from '../../v1/plans/get.ts';
import type { OwnPlanShape } from '../../v1/plans/plan-shape.ts';
import { listSessionsOperation } from '../../v1/sessions/list.ts';
import { listWebhooksOperation } from '../../v1/webhooks/list.ts';
import type { WebhookShape } from '../../v1/webhooks/webhook-shape.ts';
import type { Visit } from '../dashboard-page.ts';
import { counted } from '../parts/amount.ts';

const WEBHOOKS_ASKED = 100;

/** What waits for somebody, the costliest first, each with the way to it. */
export async function attention(visit: Visit, overview: OverviewShape): Promise<Html[]> {
  const found = await Promise.all([
    ofInvoices(visit),
    ofAccount(visit, overview),
    ofPayments(visit),
    ofWebhooks(visit),
  ]);
  return [...found, ofLots(visit, overview), ofRefunds(visit, overview), ofSignIn(visit)].flat();
}

async function ofInvoices({ callLive, signIn, href }: Visit): Promise<Html[]> {
  const { plan } = await callLive<{ plan: OwnPlanShape }>(getPlanOperation);
  const { overdue_invoice_id: id } = plan;
  if (id === null) return [];
  const effect =
    signIn.blockingInvoiceId === null
      ? 'no higher plan is sold until it is paid'
      : 'priced answers are stopped until it is paid';
  return [html`<a href="${href(`/invoices/${id}`)}">An invoice is overdue</a>: ${effect}.`];
}

/** Nobody is paid who has no lot, nor in test mode. */
async function ofAccount(
  { call, href, livemode }: Visit,
  { lots }: OverviewShape,
): Promise<Html[]> {
  if (!livemode || lots?.count === 0) return [];
  const { account } = await call<{ account: PaymentAccountShape }>(getPaymentAccountOperation);
  const words = {
    none: 'is not opened',
    incomplete: 'is not complete',
    restricted: 'was stopped by the processor',
  };
  if (account.status === 'ready') return [];
  return [
    html`<a href="${href('/payouts/account')}">The account that you are paid to</a>
${words[account.status]}.`,
  ];
}

async function ofPayments({ call, href }: Visit): Promise<Html[]> {
  const { data } = await call<{ data: unknown[] }>(listSessionsOperation, {
    query: { status: 'payment_failed', limit: 1 },
  });
  if (data.length === 0) return [];
  return [
    html`<a href="${href('/stays', { status: 'payment_failed' })}">Payments of stays
have failed</a>: they can be tried again.`,
  ];
}

async function ofWebhooks({ call, href }: Visit): Promise<Html[]> {
  const { data } = await call<{ data: WebhookShape[] }>(listWebhooksOperation, {
    query: { limit: WEBHOOKS_ASKED },
  });
  return data
    .filter(({ pause_reason: reason }) => reason === 'failures' || reason === 'gone')
    .map(
      ({ id, url, pause_reason: reason }) =>
        html`<a href="${href(`/webhooks/${id}`)}">The webhook of ${new URL(url).host}</a> is paused:
${reason === 'gone' ? 'its endpoint says that it is gone' : 'too many attempts in a row failed'}.`,
    );
}

function ofLots({ href }: Visit, { lots }: OverviewShape): Html[] {
  if (lots === null) return [];
  const { waiting_count: waiting, reported_full_count: full } = lots;
  const linkTo = (count: number) => html`<a href="${href('/lots')}">${counted(count, 'lot')}</a>`;
  return [
    waiting > 0 &&
      html`${linkTo(waiting)} not listed yet: the owner of this service has not checked you.`,
    full > 0 && html`${linkTo(full)} reported full by the newest count, and closed to new stays.`,
  ].filter((one) => one !== false);
}

function ofRefunds({ href }: Visit, { refunds_pending: pending }: OverviewShape): Html[] {
  if (pending === 0) return [];
  return [
    html`<a href="${href('/refunds')}">${counted(pending, 'refund')}</a> without an answer of the
payment processor.`,
  ];
}

/** Who came by a link has no way back in without one of these. */
function ofSignIn({ signIn, href }: Visit): Html[] {
  if (signIn.hasPasskey) return [];
  const path = signIn.hasPassword ? '/account/passkeys' : '/account';
  return [
    html`<a href="${href(path)}">Add a passkey</a>${
      signIn.hasPassword
        ? ': it cannot be guessed or given away by mistake.'
        : ' or a password: without one you cannot sign in again.'
    }`,
  ];
}
