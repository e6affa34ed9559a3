import { badField, notFound } from '../../../kit/errors.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { type ActingMember, actingValues } from '../acting-member.ts';
import { findTotpStep, newTotpSecret, totpUrl } from './totp.ts';

type Proofs = { begunTotpSecret: string | null };

/**
 * Gives a person the secret of codes, to type or as a picture of `url`. Codes are asked for only
 * once one of them was confirmed; until then, another one that was set up stays.
 */
export async function beginTotp(
  db: Querier,
  { personId, account }: { personId: string; account: string },
): Promise<{ secret: string; url: string }> {
  const secret = newTotpSecret();
  const [begun] = await db.query('people_begin_totp', { personId, totpSecret: secret });
  if (begun === undefined) throw notFound('person');
  return { secret, url: totpUrl(secret, { account }) };
}

/**
 * Codes of the secret that was begun are asked for from now on, with the audit row `totp.set`; this
 * one cannot be used again. Errors: BAD_REQUEST naming `code`.
 */
export async function confirmTotp(
  db: Postgres,
  member: ActingMember,
  { code, now }: { code: string; now: Date },
  requestId: string | null,
): Promise<void> {
  const [person] = await db.query<Proofs>('people_find_proofs', { personId: member.personId });
  const secret = person?.begunTotpSecret ?? null;
  const step = secret === null ? undefined : findTotpStep(secret, code, now);
  const values = { ...actingValues(member, requestId), begunTotpSecret: secret };
  const [confirmed] =
    step === undefined ? [] : await db.query('people_confirm_totp', { ...values, step });
  if (confirmed === undefined) throw badField('code', 'is not the one that the app shows now');
}

/**
 * No more codes are asked for, with the audit row `totp.removed`; recovery codes are gone, too.
 * Whoever calls has asked for step-up. Errors: NOT_FOUND where none were asked for.
 */
export async function removeTotp(
  db: Querier,
  member: ActingMember,
  requestId: string | null,
): Promise<void> {
  const [removed] = await db.query('people_remove_totp', actingValues(member, requestId));
  if (removed === undefined) throw notFound('code of an app');
}
