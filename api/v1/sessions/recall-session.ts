import type { Principal } from '../../../src/access/principals/principal.ts';
import type { IntentState, PaymentGateway } from '../../../src/parking/payments/gateway.ts';
import type { Created } from '../../../src/parking/sessions/begin-session.ts';
import { findSession } from '../../../src/parking/sessions/find-session.ts';
import {
  type FoundSession,
  type Session,
  withEstimate,
} from '../../../src/parking/sessions/session.ts';
import type { Api } from '../../app.ts';
import { type SessionShape, toSessionShape } from './session-shape.ts';

/** The fields of a session that change with time, as they were when the call was answered. */
type Moment = Pick<
  Session,
  | 'status'
  | 'extendedCount'
  | 'extendedMinutes'
  | 'subtotalMinor'
  | 'platformFeeMinor'
  | 'shortfallMinor'
  | 'paymentStatus'
> & {
  sessionId: string;
  expectedEnd: string;
  endedAt: string | null;
  authorizeBy: string | null;
};

/** What is stored for repeats of a call: the fields that change; the others are read again. */
export function toMoment(session: Session): Moment {
  const { sessionId, status, extendedCount, extendedMinutes } = session;
  const { subtotalMinor, platformFeeMinor, shortfallMinor, paymentStatus } = session;
  return {
    sessionId,
    status,
    extendedCount,
    extendedMinutes,
    subtotalMinor,
    platformFeeMinor,
    shortfallMinor,
    paymentStatus,
    expectedEnd: session.expectedEnd.toISOString(),
    endedAt: session.endedAt?.toISOString() ?? null,
    authorizeBy: session.authorizeBy?.toISOString() ?? null,
  };
}

/** The answer given before. */
export async function recallSession(
  moment: Moment,
  { caller }: { caller: Principal },
  { db }: Api,
) {
  const session = await findSession(db, caller, moment.sessionId);
  return { session: shapeThen(moment, session, caller) };
}

/** The answer given before to a call that began a session. */
export async function recallStarted(moment: Moment, { caller }: { caller: Principal }, api: Api) {
  const session = await findSession(api.db, caller, moment.sessionId);
  const payment = await findPayment(api.payments, caller, session);
  const secret = presentSecret(payment?.clientSecret);
  return { session: { ...shapeThen(moment, session, caller), ...secret } };
}

function shapeThen(moment: Moment, session: FoundSession, caller: Principal): SessionShape {
  const answered = withEstimate({
    ...session,
    ...moment,
    expectedEnd: new Date(moment.expectedEnd),
    endedAt: moment.endedAt === null ? null : new Date(moment.endedAt),
    // Not kept by the version before.
    authorizeBy: moment.authorizeBy ? new Date(moment.authorizeBy) : null,
  });
  return toSessionShape(answered, caller);
}

/** The answer to a call that begins a session. */
export const presentStarted = ({ session, clientSecret }: Created, caller: Principal) => ({
  session: {
    ...toSessionShape(session, caller),
    ...presentSecret(clientSecret),
  },
});

/** The payment of a stay: only for the key that created it, while it is unpaid. */
export async function findPayment(
  payments: PaymentGateway,
  caller: Principal,
  { status, keyId, paymentIntentId, livemode }: FoundSession,
): Promise<IntentState | undefined> {
  const isUnpaid = !['completed', 'expired', 'canceled'].includes(status);
  if (!isUnpaid || keyId !== caller.id || paymentIntentId === null) return undefined;
  return payments.readIntent({ paymentIntentId, livemode });
}

/** The secret that authorises the card, while there is one. */
export function presentSecret(clientSecret: string | null = null): { client_secret?: string } {
  return clientSecret === null ? {} : { client_secret: clientSecret };
}
