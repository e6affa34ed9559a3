import { AppError, badField } from '../../../src/kit/errors.ts';
import { type Html, html } from '../../dress/html.ts';
import { endSessionOperation } from '../../v1/sessions/end.ts';
import { getSessionOperation } from '../../v1/sessions/get.ts';
import { getReceiptOperation } from '../../v1/sessions/receipt.ts';
import type { ReceiptShape } from '../../v1/sessions/receipt-shape.ts';
import { refundSessionOperation } from '../../v1/sessions/refunds/create.ts';
import { listRefundsOperation } from '../../v1/sessions/refunds/list.ts';
import type { RefundShape } from '../../v1/sessions/refunds/refund-shape.ts';
import type { SessionShape } from '../../v1/sessions/session-shape.ts';
import type { ClosedPage, Shown, Visit } from '../dashboard-page.ts';
import { type Refused, refusedIn } from '../parts/refused.ts';
import { checkTyped } from '../parts/typed-name.ts';
import { type Form, maybe, need } from '../visit/form.ts';
import { mayCall } from '../visit/may-call.ts';
import { endForm, refundForm } from './acts.ts';
import { findLotsOf } from './lots-of-stays.ts';
import { priceLines, receiptLines, refundTable } from './receipt.ts';
import { stayFacts } from './stay-facts.ts';

type Found = { session: SessionShape };

const REFUNDS_SHOWN = 100;

export const stayPage: ClosedPage = {
  path: '/dashboard/stays/{session_id}',
  name: 'dashboardStay',
  get: (visit) => show(visit),

  async post(visit, form) {
    try {
      const { session } = await visit.call<Found>(getSessionOperation, { params: visit.params });
      checkTyped(form, session.session_code);
      if (form.act === 'end')
        await visit.call(endSessionOperation, { body: { session_id: session.id } });
      else await refund(visit, form);
      return { location: visit.href(`/stays/${session.id}`) };
    } catch (error) {
      const refused = refusedIn(error);
      return { ...(await show(visit, form, refused)), status: 400 };
    }
  },
};

/** Only by a form with its own Idempotency-Key, so that sent twice it refunds once. */
async function refund({ call, params }: Visit, form: Form): Promise<void> {
  need(form, 'once');
  const amount = maybe(form, 'amount');
  // Sent as null, it would ask for all that is left.
  if (amount !== undefined && !Number.isFinite(Number(amount)))
    throw badField('amount', 'must be a number, such as 2.50');
  await call(refundSessionOperation, {
    params,
    body: { ...(amount && { amount: Number(amount) }), reason: form.reason?.trim() ?? '' },
  });
}

async function show(visit: Visit, form: Form = {}, refused?: Refused): Promise<Shown> {
  const { call, params } = visit;
  const { session } = await call<Found>(getSessionOperation, { params });
  const [lots, receipt, refunds] = await Promise.all([
    findLotsOf(visit, [session.lot_id]),
    findReceipt(visit, session),
    call<{ data: RefundShape[] }>(listRefundsOperation, {
      params,
      query: { limit: REFUNDS_SHOWN },
    }),
  ]);
  const lot = lots.get(session.lot_id);
  const zone = lot?.timezone ?? 'UTC';
  return {
    title: `Stay ${session.session_code}`,
    main: html`${refused?.notice}
${stayFacts(visit, session, lot)}
${priceLines(session, zone)}
${receipt && receiptLines(receipt)}
${refunds.data.length > 0 && refundTable(refunds.data, zone)}
${acts(visit, session, { form, refused, receipt, isOwn: lot?.isOwn ?? false })}`,
  };
}

/** Undefined until the stay is paid. */
async function findReceipt({ call, params }: Visit, { subtotal }: SessionShape) {
  if (subtotal === null) return undefined;
  try {
    return (await call<{ receipt: ReceiptShape }>(getReceiptOperation, { params })).receipt;
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONFLICT') return undefined;
    throw error;
  }
}

type Acts = Readonly<{
  form: Form;
  refused: Refused | undefined;
  receipt: ReceiptShape | undefined;
  isOwn: boolean;
}>;

/** What may still be done with it, by whoever looks. */
function acts(visit: Visit, session: SessionShape, { receipt, isOwn, ...sent }: Acts): Html {
  const isEndable = session.status === 'active' || session.status === 'payment_failed';
  const isRefundable = isOwn && session.source !== 'import' && receipt && receipt.total > 0;
  const mayEnd = isEndable && mayCall(visit, endSessionOperation);
  const mayRefund = isRefundable && mayCall(visit, refundSessionOperation);
  return html`${mayEnd && endForm(visit, session, sent)}
${mayRefund && refundForm(visit, session, receipt, sent)}`;
}
