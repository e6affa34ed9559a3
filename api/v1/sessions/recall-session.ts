import type { Caller } from '../../../src/access/keys/caller.ts';
import type { PaymentGateway } from '../../../src/parking/payments/gateway.ts';
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
  'status' | 'extendedCount' | 'extendedMinutes' | 'subtotalMinor' | 'platformFeeMinor'
> & { sessionId: string; expectedEnd: string; endedAt: string | null };

/** What is stored for repeats of a call: the fields that change; the others are read again. */
export function toMoment(session: Session): Moment {
  const { sessionId, status, extendedCount, extendedMinutes } = session;
  const { subtotalMinor, platformFeeMinor } = session;
  return {
    sessionId,
    status,
    extendedCount,
    extendedMinutes,
    subtotalMinor,
    platformFeeMinor,
    expectedEnd: session.expectedEnd.toISOString(),
    endedAt: session.endedAt?.toISOString() ?? null,
  };
}

/** The answer given before. */
export async function recallSession(moment: Moment, { caller }: { caller: Caller }, { db }: Api) {
  const session = await findSession(db, caller, moment.sessionId);
  return { session: shapeThen(moment, session, caller) };
}

/** The answer given before to a call that began a session. */
export async function recallStarted(moment: Moment, { caller }: { caller: Caller }, api: Api) {
  const session = await findSession(api.db, caller, moment.sessionId);
  const secret = await secretOf(api.payments, caller, session);
  return { session: { ...shapeThen(moment, session, caller), ...secret } };
}

function shapeThen(moment: Moment, session: FoundSession, caller: Caller): SessionShape {
  const answered = withEstimate({
    ...session,
    ...moment,
    expectedEnd: new Date(moment.expectedEnd),
    endedAt: moment.endedAt === null ? null : new Date(moment.endedAt),
  });
  return toSessionShape(answered, caller);
}

/** The answer to a call that begins a session. */
export const presentStarted = ({ session, clientSecret }: Created, caller: Caller) => ({
  session: {
    ...toSessionShape(session, caller),
    ...(clientSecret !== null && { client_secret: clientSecret }),
  },
});

/**
 * The secret that authorises the card: only for the key that created the session, while it is
 * unpaid.
 */
export async function secretOf(
  payments: PaymentGateway,
  caller: Caller,
  { status, keyId, paymentIntentId, livemode }: FoundSession,
): Promise<{ client_secret?: string }> {
  const isUnpaid = status !== 'completed' && status !== 'expired';
  if (!isUnpaid || keyId !== caller.keyId || paymentIntentId === null) return {};
  const { clientSecret } = await payments.readIntent({ paymentIntentId, livemode });
  return clientSecret === null ? {} : { client_secret: clientSecret };
}
