import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { isObject } from '../../../kit/is-object.ts';
import type { Querier } from '../../../stores/postgres.ts';
import type { Device } from '../device.ts';
import { type SignIn, type StartedSignIn, stepUp, tryStartSignIn } from '../sign-ins.ts';
import { storeChallenge, verifyOnce } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';

/** In base64url; more bytes than the specification allows are none. */
const CREDENTIAL_ID = /^[A-Za-z0-9_-]{1,1400}$/;

type Found = {
  passkeyId: string;
  personId: string;
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  transports: AuthenticatorTransport[];
};

/**
 * What a browser needs to sign somebody in with a passkey, which says whose it is. Also for
 * somebody who is signed in and is asked once more.
 */
export async function beginPasskeySignIn(
  db: Querier,
  party: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  // Most processes never need what it loads.
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'preferred',
  });
  await storeChallenge(db, options.challenge, 'sign_in', null);
  return options;
}

/**
 * Signs somebody in with a passkey; `response` is what the browser sent, of any shape. `wrong`
 * also: the person is no member of any operator.
 */
export async function finishPasskeySignIn(
  db: Querier,
  { response, device }: { response: unknown; device: Device },
  party: RelyingParty,
): Promise<{ outcome: 'wrong' } | ({ outcome: 'ok' } & StartedSignIn)> {
  const personId = await findSigner(db, response, party);
  if (personId === undefined) return { outcome: 'wrong' };
  const started = await tryStartSignIn(db, { personId, method: 'passkey', device });
  return started === undefined ? { outcome: 'wrong' } : { outcome: 'ok', ...started };
}

/** The same for somebody who is signed in and is asked once more. */
export async function stepUpWithPasskey(
  db: Querier,
  { signInId, personId }: Pick<SignIn, 'signInId' | 'personId'>,
  response: unknown,
  party: RelyingParty,
): Promise<{ outcome: 'wrong' | 'ok' }> {
  if ((await findSigner(db, response, party)) !== personId) return { outcome: 'wrong' };
  await stepUp(db, signInId, 'passkey');
  return { outcome: 'ok' };
}

/** Whose passkey signed what it was asked to; undefined: nobody's. */
async function findSigner(
  db: Querier,
  response: unknown,
  party: RelyingParty,
): Promise<string | undefined> {
  if (!isObject(response) || typeof response.id !== 'string') return undefined;
  if (!CREDENTIAL_ID.test(response.id)) return undefined;
  const [passkey] = await db.query<Found>('passkeys_find', { credentialId: response.id });
  if (passkey === undefined) return undefined;
  const { passkeyId, personId, credentialId, publicKey, signCount, transports } = passkey;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const found = await verifyOnce(db, 'sign_in', (expectedChallenge) =>
    verifyAuthenticationResponse({
      // The library looks at each member that it uses.
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(publicKey),
        counter: signCount,
        transports,
      },
      requireUserVerification: false,
    }),
  );
  if (found === undefined) return undefined;
  const { newCounter } = found.verified.authenticationInfo;
  const [used] = await db.query('passkeys_note_use', { passkeyId, signCount: newCounter });
  return used === undefined ? undefined : personId;
}
