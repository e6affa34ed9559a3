import { AppError, notFound } from '../../kit/errors.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import { newId } from '../ids.ts';
import { newToken, tokenDigest } from '../link-token.ts';
import { MEMBER_ID } from '../members/member.ts';
import { DEMO_OPERATOR_NAME } from '../operators/demo-operator.ts';
import type { Plan } from '../plans/platform-fee.ts';
import type { Role } from '../principals/roles.ts';
import { addressBlock } from './address-block.ts';
import { type Device, deviceTokenOf, shortAgent } from './device.ts';

/** Unused for so long, it ends. */
const IDLE_SECONDS_MAX = 12 * 3_600;
/** So old, it ends, however much it is used. */
export const SIGN_IN_SECONDS_MAX = 7 * 86_400;
/** What is asked for once more who it is goes on so long after the answer. */
const STEP_UP_SECONDS = 600;
/** How exactly it is known when it was used last. */
const TOUCH_SECONDS = 60;
const SIGN_IN_ID = /^sgn_[0-9a-f]{32}$/;
const LIMITS = { idleSeconds: IDLE_SECONDS_MAX, ageSeconds: SIGN_IN_SECONDS_MAX };
/** Of a list that nobody pages through. */
const LISTED_MAX = 100;

/** How a person proved who it is. */
export type SignInMethod = 'password' | 'passkey' | 'company' | 'invitation' | 'sign_up';

/** Who is signed in, and the operator that is looked at. */
export type SignIn = {
  signInId: string;
  personId: string;
  personName: string;
  email: string | null;
  /** Somebody at that address has confirmed it. */
  isEmailConfirmed: boolean;
  memberId: string;
  operatorId: string;
  operatorName: string;
  role: Role;
  plan: Plan;
  limitsEndUsers: boolean;
  authenticatedAt: Date;
  /** The person proved who it is within STEP_UP_SECONDS. */
  isSteppedUp: boolean;
  /** When it ends unless it is used meanwhile; at its greatest age in any case. */
  expiresAt: Date;
  /** The operator's invoice that is unpaid for so long that it gets no priced answers. */
  blockingInvoiceId: string | null;
  otherOperators: { memberId: string; operatorId: string; operatorName: string; role: Role }[];
  hasPasskey: boolean;
  hasPassword: boolean;
  hasTotp: boolean;
  /** At the company's own provider. */
  hasCompanyAccount: boolean;
  /** The operator is the first one of the demo city. */
  isDemo: boolean;
};

/** A new sign-in, with what the browser keeps: the token of it, and that of the device. */
export type StartedSignIn = { token: string; deviceToken: string; signIn: SignIn };

export type ListedSignIn = {
  signInId: string;
  /** That it looks at. */
  operatorName: string;
  method: SignInMethod;
  userAgent: string | null;
  network: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  authenticatedAt: Date;
  expiresAt: Date;
};

/**
 * Who is signed in with this token, which may be any text. Undefined once it has ended, was idle
 * or is old, or its person was removed from the operator.
 */
export async function findSignIn(db: Querier, token: string): Promise<SignIn | undefined> {
  const [signIn] = await db.query<SignIn>('sign_ins_find', {
    tokenSha256: tokenDigest(token),
    ...LIMITS,
    touchSeconds: TOUCH_SECONDS,
    stepUpSeconds: STEP_UP_SECONDS,
    demoName: DEMO_OPERATOR_NAME,
  });
  return signIn;
}

/**
 * Signs a person in who proved who it is, with a new token each time; at `memberId`, otherwise at
 * the operator that was looked at last. Undefined: the person is no member of any, or not of it.
 */
export async function tryStartSignIn(
  db: Querier,
  request: {
    personId: string;
    memberId?: string | undefined;
    method: SignInMethod;
    device: Device;
  },
): Promise<StartedSignIn | undefined> {
  const token = newToken();
  const deviceToken = deviceTokenOf(request.device);
  const [started] = await db.query('sign_ins_start', {
    signInId: newId('sgn'),
    tokenSha256: tokenDigest(token),
    personId: request.personId,
    memberId: request.memberId ?? null,
    method: request.method,
    userAgent: shortAgent(request.device.userAgent),
    network: addressBlock(request.device.ip),
    deviceSha256: tokenDigest(deviceToken),
  });
  const signIn = started && (await findSignIn(db, token));
  return signIn && { token, deviceToken, signIn };
}

/** The same. Errors: FORBIDDEN for a person who is no member of any operator, or not of it. */
export async function startSignIn(
  db: Querier,
  request: Parameters<typeof tryStartSignIn>[1],
): Promise<StartedSignIn> {
  const started = await tryStartSignIn(db, request);
  if (started === undefined) throw new AppError('FORBIDDEN', 'you are no member of an operator');
  return started;
}

/**
 * Ends one sign-in of a person, with the audit row `sign_in.ended`. `signInId` may be any text.
 * Safe to repeat. Errors: NOT_FOUND.
 */
export async function endSignIn(
  db: Querier,
  { personId, signInId }: { personId: string; signInId: string },
  requestId: string | null,
): Promise<void> {
  if (!SIGN_IN_ID.test(signInId)) throw notFound('sign-in');
  const values = { personId, signInId, keptSignInId: null, requestId };
  const [ended] = await db.query<{ rowCount: number }>('sign_ins_end', values);
  if ((ended?.rowCount ?? 0) > 0) return;
  const [found] = await db.query('sign_ins_find_own', { personId, signInId });
  if (found === undefined) throw notFound('sign-in');
}

/** Ends all sign-ins of a person, but for the one that is kept. Returns how many there were. */
export async function endAllSignIns(
  db: Querier,
  personId: string,
  { keptSignInId = null, requestId }: { keptSignInId?: string | null; requestId: string | null },
): Promise<number> {
  const values = { personId, signInId: null, keptSignInId, requestId };
  const [ended] = await db.query<{ rowCount: number }>('sign_ins_end', values);
  return ended?.rowCount ?? 0;
}

/** What a person is signed in with now, newest first. Errors: BAD_REQUEST naming `cursor`. */
export async function listSignIns(
  db: Querier,
  personId: string,
  { cursor, limit }: { cursor: string | null; limit: number } = { cursor: null, limit: LISTED_MAX },
): Promise<Page<ListedSignIn>> {
  const rows = await db.query<ListedSignIn & ListedRow>('sign_ins_list_page', {
    personId,
    ...LIMITS,
    ...readCursor(cursor, SIGN_IN_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.signInId, read: (row) => row });
}

/**
 * Lets a sign-in look at another operator of its person. Errors: NOT_FOUND where the person is no
 * member of it.
 */
export async function chooseMember(db: Querier, signInId: string, memberId: string): Promise<void> {
  if (!MEMBER_ID.test(memberId)) throw notFound('member');
  const [chosen] = await db.query('sign_ins_choose_member', { signInId, memberId });
  if (chosen === undefined) throw notFound('member');
}

/**
 * Notes that the person of a sign-in proved again who it is, which is good for STEP_UP_SECONDS.
 * Errors: NOT_FOUND once the sign-in has ended.
 */
export async function stepUp(db: Querier, signInId: string, method: SignInMethod): Promise<void> {
  const [row] = await db.query('sign_ins_step_up', { signInId, method });
  if (row === undefined) throw notFound('sign-in');
}
