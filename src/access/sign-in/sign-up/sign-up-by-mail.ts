import type { Config } from '../../../config.ts';
import { badField, conflict, notFound } from '../../../kit/errors.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { newId } from '../../ids.ts';
import { newToken, tokenDigest } from '../../link-token.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { readPersonEmail } from '../../members/person.ts';
import type { StartedSignIn } from '../sign-ins.ts';
import { checkSignUp, type NewOwner, signUp } from './sign-up.ts';

type Settings = Pick<Config, 'signUp' | 'mail' | 'listingCheck' | 'baseUrl'>;

/** To one address, so that nobody is sent heaps of mail. */
const MAILS_PER_DAY_MAX = 5;

export type SignUpLink = { email: string; state: 'open' | 'used' | 'expired' };

/**
 * Sends a link to sign up with, good once for 24 hours; to somebody who has an account, where to
 * sign in. Whether the address has one, the answer does not tell, nor that enough mails were sent
 * to it today. Errors: BAD_REQUEST naming `email`; FORBIDDEN where nobody can sign up by mail;
 * INTERNAL (503) when the mail cannot be sent.
 */
export async function requestSignUp(
  db: Postgres,
  settings: Settings,
  asked: string,
): Promise<void> {
  checkSignUp(settings, 'byMail');
  const email = readPersonEmail(asked);
  if (email === null || settings.mail === undefined) throw badField('email', 'is needed');
  const token = newToken();
  const values = { email, tokenSha256: tokenDigest(token), sentMax: MAILS_PER_DAY_MAX };
  const [row] = await db.transaction(async (connection) => {
    await connection.query('sign_up_links_wait', { email });
    return connection.query<{ isKnown: boolean; isAdded: boolean }>('sign_up_links_insert', values);
  });
  if (!row?.isAdded) return;
  const { baseUrl } = settings;
  await sendMail(settings.mail, {
    to: email,
    subject: row.isKnown ? 'Your Hexlot account' : 'Sign up for Hexlot',
    text: row.isKnown ? textForKnown(baseUrl) : textForNew(baseUrl, token),
  });
}

/** What has become of a link to sign up with, which may be any text. Changes nothing. */
export async function findSignUpLink(
  db: Querier,
  token: string,
): Promise<SignUpLink | { state: 'unknown' }> {
  const values = { tokenSha256: tokenDigest(token) };
  const [link] = await db.query<SignUpLink>('sign_up_links_find', values);
  return link ?? { state: 'unknown' };
}

/**
 * Signs up whoever has the link: makes an operator with the free plan and its first owner, who is
 * signed in. Errors: those of `signUp`; NOT_FOUND; CONFLICT `link_used` or `link_expired`;
 * FORBIDDEN where nobody can sign up by mail any more.
 */
export async function finishSignUp(
  db: Postgres,
  settings: Settings,
  token: string,
  person: Pick<NewOwner, 'name' | 'operatorName' | 'device'>,
  requestId: string | null,
): Promise<StartedSignIn> {
  checkSignUp(settings, 'byMail');
  return db.transaction(async (connection) => {
    const values = { tokenSha256: tokenDigest(token) };
    const [link] = await connection.query<{ email: string }>('sign_up_links_use', values);
    if (link === undefined) throw await refusal(connection, token);
    const owner = { ...person, personId: newId('per'), email: link.email };
    return signUp(connection, owner, settings, requestId);
  });
}

async function refusal(db: Querier, token: string): Promise<Error> {
  const { state } = await findSignUpLink(db, token);
  if (state === 'used') return conflict('link_used', 'the link was used: sign in');
  if (state === 'expired') return conflict('link_expired', 'the link is over; ask for another one');
  return notFound('link');
}

function textForNew(baseUrl: string, token: string): string {
  return `Open this link to sign up at ${baseUrl}:

${baseUrl}/dashboard/sign-up/${token}

The link is good once, for 24 hours. If you did not ask for it, ignore this mail.
`;
}

function textForKnown(baseUrl: string): string {
  return `Somebody asked to sign up at ${baseUrl} with this e-mail address, which has an account.

Sign in here: ${baseUrl}/dashboard/sign-in

If it was not you, ignore this mail.
`;
}
