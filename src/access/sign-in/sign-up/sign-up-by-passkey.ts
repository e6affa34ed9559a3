import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Config } from '../../../config.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { newId } from '../../ids.ts';
import { readPersonName } from '../../members/person.ts';
import { readPasskeyName } from '../passkeys/manage-passkeys.ts';
import { beginPasskey, readPasskey, storePasskey } from '../passkeys/register-passkey.ts';
import type { RelyingParty } from '../passkeys/relying-party.ts';
import type { StartedSignIn } from '../sign-ins.ts';
import { checkSignUp, type NewOwner, signUp } from './sign-up.ts';

type Settings = Pick<Config, 'signUp' | 'mail' | 'listingCheck'>;

/**
 * What a browser needs to make a passkey for somebody who signs up with it. Errors: BAD_REQUEST
 * naming `name`; FORBIDDEN where nobody can sign up in this way.
 */
export async function beginPasskeySignUp(
  db: Querier,
  settings: Settings,
  name: string,
  party: RelyingParty,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  checkSignUp(settings, 'byPasskey');
  const person = { personId: newId('per'), personName: readPersonName(name), email: null };
  return beginPasskey(db, person, party, 'sign_up');
}

/**
 * Signs up whoever made the passkey: makes an operator with the free plan and its first owner, who
 * is signed in and has no e-mail address. `response` is what the browser sent, of any shape.
 * Errors: those of `signUp` and `beginPasskeySignUp`; BAD_REQUEST naming `response`.
 */
export async function finishPasskeySignUp(
  db: Postgres,
  settings: Settings,
  asked: Pick<NewOwner, 'name' | 'operatorName' | 'device'> & {
    response: unknown;
    passkeyName: string;
  },
  party: RelyingParty,
  requestId: string | null,
): Promise<StartedSignIn> {
  checkSignUp(settings, 'byPasskey');
  const { response, passkeyName, ...person } = asked;
  const name = readPasskeyName(passkeyName);
  const made = await readPasskey(db, response, party, 'sign_up');
  return db.transaction(async (connection) => {
    const owner = { ...person, personId: made.personId, email: null };
    const started = await signUp(connection, owner, settings, requestId);
    await storePasskey(connection, { ...started.signIn, ...made }, name, requestId);
    return { ...started, signIn: { ...started.signIn, hasPasskey: true } };
  });
}
