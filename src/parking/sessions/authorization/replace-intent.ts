import { newId } from '../../../access/ids.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { conflict } from '../../../kit/errors.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { IntentState, PaymentGateway } from '../../payments/gateway.ts';
import { payeeOf } from '../../payments/payee-of-stay.ts';
import { rehearsalOfLonger } from '../../payments/rehearsals.ts';
import { highestCost, type Session } from '../session.ts';

type Deps = { db: Querier; payments: PaymentGateway };

/** The other payment of a stay; `paymentIntentId`: null: the processor was not asked yet. */
type Spare = {
  spareId: string;
  paymentIntentId: string | null;
  authorizeBy: Date;
  /** The account of the operator that can be paid; null: none can. */
  payee: string | null;
};

/**
 * The stay with another payment, which the driver has authorised for all that the longer stay may
 * cost: for cards whose authorisation cannot be raised. Once the stay is longer, the former payment
 * is released. Undefined when the stay is over. CONFLICT extension_declined | operator_not_payable
 * | authorize_extension, to the key that began the stay with what its driver needs to authorise it;
 * BAD_GATEWAY.
 */
export async function replaceIntent(
  { db, payments }: Deps,
  caller: Principal,
  session: Session,
): Promise<Session | undefined> {
  const amountMinor = highestCost(session);
  const [spare] = await db.query<Spare>('spare_intent_open', {
    spareId: newId('spare'),
    sessionId: session.sessionId,
    amountMinor,
    authorizeMinutes: payments.authorizeMinutes,
  });
  if (spare === undefined) return undefined;
  const intent = await askFor({ db, payments }, session, { ...spare, amountMinor });
  const { status, paymentIntentId, authorisedMinor, clientSecret } = intent;
  if (status === 'authorized')
    return { ...session, paymentIntentId, authorizedMinor: authorisedMinor };
  if (status !== 'requires_authorization') throw await canceledThere(db, spare);
  const isOwn = session.keyId === caller.id;
  throw conflict('authorize_extension', 'the driver has to authorise what the longer stay costs', {
    authorize_by: spare.authorizeBy,
    ...(isOwn && { payment_intent_id: paymentIntentId, client_secret: clientSecret }),
  });
}

/** What the processor holds of it. The key is noted before, so that a repeat makes no other one. */
async function askFor(
  { db, payments }: Deps,
  session: Session,
  { spareId, paymentIntentId, amountMinor, payee }: Spare & { amountMinor: number },
): Promise<IntentState> {
  const { livemode, currency, sessionId } = session;
  if (paymentIntentId !== null) return payments.readIntent({ paymentIntentId, livemode });
  const intent = await payments.createIntent({
    ...{ amountMinor, currency, livemode, sessionId },
    payee: payeeOf(payments, { livemode, amountMinor }, payee),
    rehearsal: rehearsalOfLonger(session),
    idempotencyKey: `${spareId}:create`,
  });
  await db.query('spare_intent_note', { spareId, paymentIntentId: intent.paymentIntentId });
  return intent;
}

/** The next try gets another payment. */
async function canceledThere(db: Querier, { spareId }: Spare) {
  await db.query('spare_intent_close', { spareId });
  return conflict('extension_declined', 'the payment for the longer stay was canceled', {
    failure_code: 'authorization_over',
  });
}
