import type { Config } from '../../../config.ts';
import { badField, conflict, notFound } from '../../../kit/errors.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { newToken, tokenDigest } from '../../link-token.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { emailTaken, readPersonEmail } from '../../members/person.ts';
import { type ActingMember, actingValues } from '../acting-member.ts';
import type { SignIn } from '../sign-ins.ts';
import { addressChanged, confirmAddress, hasAccount } from './email-mails.ts';

type Settings = Pick<Config, 'mail' | 'baseUrl'>;
type Person = ActingMember & Pick<SignIn, 'email' | 'isEmailConfirmed'>;

/** Of one person, so that nobody learns by trying who has an account here. */
const CHANGES_PER_DAY_MAX = 5;
/** To one address, so that nobody is sent heaps of mail. */
const MAILS_PER_DAY_MAX = 5;

export type EmailChange = { email: string; state: 'open' | 'used' | 'expired' };

/**
 * Begins to give somebody who is signed in another address, or to confirm the one that they have.
 * `asked`: a link was sent to it, or to whom it belongs a note; which of them is not told, nor that
 * enough mails were sent to it today. `changed`: this service sends no mail, so it is the address
 * now and nothing has confirmed it. Whoever calls has asked for step-up. Errors: BAD_REQUEST naming
 * `email`; CONFLICT `too_many_email_changes`, and `email_taken` where no mail is sent; INTERNAL
 * (503) when the mail cannot be sent.
 */
export async function requestEmailChange(
  db: Postgres,
  settings: Settings,
  person: Person,
  asked: string,
  requestId: string | null,
): Promise<'asked' | 'changed'> {
  const email = readPersonEmail(asked);
  const { mail, baseUrl } = settings;
  if (email === null) throw badField('email', 'is needed');
  if (email === person.email && (person.isEmailConfirmed || mail === undefined))
    throw badField('email', 'is your address already');
  const token = newToken();
  const isMailed = mail !== undefined;
  const made = await db.transaction(async (connection) => {
    const found = await addChange(connection, { personId: person.personId, email, token });
    if (!isMailed) await setEmail(connection, person, { token, isConfirmed: false }, requestId);
    return found;
  });
  if (!isMailed) return 'changed';
  if (!made.isMailable) return 'asked';
  await sendMail(
    mail,
    made.isTaken ? hasAccount(email, baseUrl) : confirmAddress(email, baseUrl, token),
  );
  return 'asked';
}

/** What has become of a link that was sent to a person, which may be any text. Changes nothing. */
export async function findEmailChange(
  db: Querier,
  personId: string,
  token: string,
): Promise<EmailChange | { state: 'unknown' }> {
  const values = { personId, tokenSha256: tokenDigest(token) };
  const [found] = await db.query<EmailChange>('email_changes_find', values);
  return found ?? { state: 'unknown' };
}

/**
 * Gives somebody who is signed in the address to which a link was sent, with the audit row
 * `person.email_changed`, and tells the address before it. Nobody signs in with that any more.
 * Returns whether that mail was sent, which is null where there is none to send. Errors: NOT_FOUND
 * for a link of somebody else; CONFLICT `link_used`, `link_expired` or `email_taken`.
 */
export async function confirmEmailChange(
  db: Postgres,
  { mail, baseUrl }: Settings,
  person: Person,
  token: string,
  requestId: string | null,
): Promise<{ isOldTold: boolean | null }> {
  const was = await db.transaction(async (connection) => {
    await connection.query('people_lock', { personId: person.personId });
    return setEmail(connection, person, { token, isConfirmed: true }, requestId);
  });
  const { email } = (await findEmailChange(db, person.personId, token)) as EmailChange;
  if (mail === undefined || was === null || was.toLowerCase() === email.toLowerCase())
    return { isOldTold: null };
  const isOldTold = await sendMail(mail, addressChanged(was, baseUrl)).then(
    () => true,
    () => false,
  );
  return { isOldTold };
}

/** In the caller's transaction, which locks the person until it ends. */
async function addChange(
  db: Querier,
  { personId, email, token }: { personId: string; email: string; token: string },
): Promise<{ isTaken: boolean; isMailable: boolean }> {
  await db.query('people_lock', { personId });
  const [made] = await db.query<{ isTaken: boolean; isMailable: boolean }>('email_changes_insert', {
    ...{ personId, email, tokenSha256: tokenDigest(token) },
    ...{ askedMax: CHANGES_PER_DAY_MAX, sentMax: MAILS_PER_DAY_MAX },
  });
  if (made !== undefined) return made;
  throw conflict(
    'too_many_email_changes',
    `a person can ask for ${CHANGES_PER_DAY_MAX} changes of the address within a day`,
  );
}

/** Returns the address before, and null where there was none. */
async function setEmail(
  db: Querier,
  member: ActingMember,
  { token, isConfirmed }: { token: string; isConfirmed: boolean },
  requestId: string | null,
): Promise<string | null> {
  const values = {
    ...actingValues(member, requestId),
    tokenSha256: tokenDigest(token),
    isConfirmed,
  };
  try {
    const [changed] = await db.query<{ was: string | null }>('people_set_email', values);
    if (changed !== undefined) return changed.was;
  } catch (error) {
    throw emailTaken(error);
  }
  const { state } = await findEmailChange(db, member.personId, token);
  if (state === 'used') throw conflict('link_used', 'the link was used');
  if (state === 'expired') throw conflict('link_expired', 'the link is over; ask for another one');
  throw notFound('link');
}
