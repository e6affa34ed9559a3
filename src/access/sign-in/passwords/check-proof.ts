import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { returnAttempt, takeAttempt } from '../attempts.ts';
import type { Device } from '../device.ts';
import { useRecoveryCode } from '../totp/recovery-codes.ts';
import { findTotpStep } from '../totp/totp.ts';
import { isPassword } from './password-hash.ts';

/** What somebody gives to prove who it is. */
export type Proof = Readonly<{
  password: string;
  /** The code that an app shows, or a recovery code in place of it; null: none was given. */
  totp: string | null;
  recoveryCode: string | null;
  device: Device;
  now: Date;
}>;

export type ProofRefused =
  /** The address, the password or the code: which of them is not said. */
  | { outcome: 'wrong' }
  /** The password is right, and a code is asked for beside it. */
  | { outcome: 'totp_needed' }
  /** Too many tries failed; none is let through before `until`. */
  | { outcome: 'shut'; until: Date };

type Found = { personId: string; passwordHash: string | null; totpSecret: string | null };

/**
 * Whether somebody is the person with this e-mail address. Takes as long, and says the same, where
 * nobody has that address. Each code works once. Errors: INTERNAL (503) when very many wait.
 */
export async function checkProof(
  db: Postgres,
  email: string,
  proof: Proof,
): Promise<ProofRefused | { outcome: 'ok'; personId: string }> {
  const attempt = await takeAttempt(db, email, proof.device);
  if (attempt.shutUntil !== null) return { outcome: 'shut', until: attempt.shutUntil };
  const [found] = await db.query<Found>('people_find_by_email', { email });
  const isRight = await isPassword(proof.password, found?.passwordHash ?? null);
  if (found === undefined || !isRight) return { outcome: 'wrong' };
  if (found.totpSecret !== null) {
    if (proof.totp === null && proof.recoveryCode === null) {
      await returnAttempt(db, attempt, { isIn: false });
      return { outcome: 'totp_needed' };
    }
    if (!(await isCodeUsed(db, found.personId, found.totpSecret, proof)))
      return { outcome: 'wrong' };
  }
  await returnAttempt(db, attempt, { isIn: true });
  return { outcome: 'ok', personId: found.personId };
}

/** Whether one of the codes is right and was not used before; it is used up by that. */
async function isCodeUsed(
  db: Querier,
  personId: string,
  secret: string,
  { totp, recoveryCode, now }: Proof,
): Promise<boolean> {
  if (totp === null) return recoveryCode !== null && useRecoveryCode(db, personId, recoveryCode);
  const step = findTotpStep(secret, totp, now);
  if (step === undefined) return false;
  const [used] = await db.query('people_use_totp_step', { personId, step });
  return used !== undefined;
}
