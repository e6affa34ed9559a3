import { notFound } from '../../../kit/errors.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import { type SignIn, type StartedSignIn, stepUp, tryStartSignIn } from '../sign-ins.ts';
import { checkProof, type Proof, type ProofRefused } from './check-proof.ts';

/**
 * Signs somebody in with an e-mail address, in any case, and a password; with a code of an app, or
 * a recovery code, where the person has set that up. A person who is no member of any operator is
 * answered as one with a wrong password. Errors: INTERNAL (503) when very many sign in.
 */
export async function signInWithPassword(
  db: Postgres,
  { email, ...proof }: { email: string } & Proof,
): Promise<ProofRefused | ({ outcome: 'ok' } & StartedSignIn)> {
  // No address has a character that the database cannot store.
  const checked = await checkProof(db, email.trim().replaceAll('\0', '\ufffd'), proof);
  if (checked.outcome !== 'ok') return checked;
  const { personId } = checked;
  const started = await tryStartSignIn(db, { personId, method: 'password', device: proof.device });
  return started === undefined ? { outcome: 'wrong' } : { outcome: 'ok', ...started };
}

/**
 * The same for somebody who is signed in and is asked once more. Errors: NOT_FOUND where the person
 * has no address, and so no password, or the sign-in has ended meanwhile.
 */
export async function stepUpWithPassword(
  db: Postgres,
  { signInId, personId, email }: Pick<SignIn, 'signInId' | 'personId' | 'email'>,
  proof: Proof,
): Promise<ProofRefused | { outcome: 'ok' }> {
  if (email === null) throw notFound('password');
  const checked = await checkProof(db, email, proof);
  if (checked.outcome !== 'ok') return checked;
  if (checked.personId !== personId) return { outcome: 'wrong' };
  await stepUp(db, signInId, 'password');
  return { outcome: 'ok' };
}
