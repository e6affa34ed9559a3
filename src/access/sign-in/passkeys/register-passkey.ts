import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import { badField, conflict } from '../../../kit/errors.ts';
import type { Postgres, Querier } from '../../../stores/postgres.ts';
import { newId } from '../../ids.ts';
import { type ActingMember, actingValues } from '../acting-member.ts';
import { type ChallengeUse, storeChallenge, verifyOnce } from './challenges.ts';
import { listPasskeys, PASSKEYS_MAX, readPasskeyName } from './manage-passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** A passkey that was made and is still to be stored, and for whom. */
export type MadePasskey = { personId: string; credential: WebAuthnCredential };

/** What a browser needs to make a passkey for a person who is signed in. */
export async function beginPasskeyRegistration(
  db: Querier,
  person: { personId: string; personName: string; email: string | null },
  party: RelyingParty,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return beginPasskey(db, person, party, 'register');
}

/**
 * Stores the passkey that a browser made, with the audit row `passkey.added`. `response` is what it
 * sent, of any shape. Whoever calls has asked for step-up. Errors: BAD_REQUEST naming `response` or
 * `name`; CONFLICT `passkey_limit`.
 */
export async function finishPasskeyRegistration(
  db: Postgres,
  member: ActingMember,
  { response, name }: { response: unknown; name: string },
  party: RelyingParty,
  requestId: string | null,
): Promise<void> {
  const plainName = readPasskeyName(name);
  const made = await readPasskey(db, response, party, 'register');
  if (made.personId !== member.personId) throw unusable();
  await db.transaction((connection) =>
    storePasskey(connection, { ...member, ...made }, plainName, requestId),
  );
}

/** The same for somebody who signs up and gets this id. */
export async function beginPasskey(
  db: Querier,
  person: { personId: string; personName: string; email: string | null },
  party: RelyingParty,
  use: Exclude<ChallengeUse, 'sign_in'>,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { personId, personName, email } = person;
  // Most processes never need what it loads.
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: 'Hexlot',
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(personId)),
    userName: email ?? personName,
    userDisplayName: personName,
    excludeCredentials: (await listPasskeys(db, personId)).map(({ credentialId, transports }) => ({
      id: credentialId,
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  await storeChallenge(db, options.challenge, use, personId);
  return options;
}

/** The passkey in what a browser sent, and for whom it was begun. Errors: BAD_REQUEST. */
export async function readPasskey(
  db: Querier,
  response: unknown,
  party: RelyingParty,
  use: Exclude<ChallengeUse, 'sign_in'>,
): Promise<MadePasskey> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const found = await verifyOnce(db, use, (expectedChallenge) =>
    verifyRegistrationResponse({
      // The library looks at each member that it uses.
      response: response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    }),
  );
  const personId = found?.claimed.personId ?? null;
  if (personId === null || !found?.verified.verified) throw unusable();
  return { personId, credential: found.verified.registrationInfo.credential };
}

/** In the caller's transaction. Errors: CONFLICT `passkey_limit`. */
export async function storePasskey(
  db: Querier,
  { credential, ...member }: MadePasskey & Omit<ActingMember, 'signInId'>,
  name: string,
  requestId: string | null,
): Promise<void> {
  await db.query('people_lock', { personId: member.personId });
  const [stored] = await db.query('passkeys_insert', {
    ...actingValues(member, requestId),
    passkeyId: newId('psk'),
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: credential.transports ?? [],
    name,
    countMax: PASSKEYS_MAX,
  });
  if (stored !== undefined) return;
  throw conflict('passkey_limit', `a person may have ${PASSKEYS_MAX} passkeys: remove one`);
}

const unusable = () => badField('response', 'is no new passkey of this service; begin once more');
