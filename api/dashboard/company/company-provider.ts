import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { CompanyAccount } from '../../../src/access/sign-in/company/company-accounts.ts';
import type { CompanySettings } from '../../../src/kit/account-settings.ts';
import { AppError } from '../../../src/kit/errors.ts';

/** What the browser keeps between asking the provider and coming back from it. */
export type Asked = Readonly<{ state: string; nonce: string; verifier: string }>;

const SCOPES = 'openid email profile';
const PROVIDER_SECONDS_MAX = 10;
/** How long ago somebody may have signed in there who is asked to prove who they are. */
const PROOF_SECONDS = 300;

/** What the provider of some settings says of itself, read when somebody first signs in so. */
const known = new WeakMap<CompanySettings, Configuration>();

async function configurationOf(settings: CompanySettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const read = known.get(settings);
  if (read !== undefined) return read;
  const isPlain = issuer.startsWith('http:');
  const found = await discovery(
    new URL(issuer),
    clientId,
    undefined,
    ClientSecretPost(clientSecret),
    {
      timeout: PROVIDER_SECONDS_MAX,
      // Signatures count also where the connection proves who answers.
      execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    },
  );
  known.set(settings, found);
  return found;
}

/**
 * Where somebody signs in at the provider, and what to keep until they are back. `isProof`: they
 * have to have signed in there a short while ago, or do so now. Errors: INTERNAL (503) where the
 * provider does not answer.
 */
export async function askCompany(
  settings: CompanySettings,
  returnUrl: string,
  { isProof }: { isProof: boolean },
): Promise<{ location: string; asked: Asked }> {
  const asked = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const configuration = await configurationOf(settings).catch(unreachable);
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: returnUrl,
    scope: SCOPES,
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: await calculatePKCECodeChallenge(asked.verifier),
    code_challenge_method: 'S256',
    ...(isProof && { max_age: String(PROOF_SECONDS) }),
  });
  return { location: url.href, asked };
}

/**
 * The account with which somebody came back to this address. Errors: FORBIDDEN for anything that
 * the provider did not answer to this question; INTERNAL (503) where it does not answer.
 */
export async function companyAccountIn(
  settings: CompanySettings,
  address: URL,
  { state, nonce, verifier }: Asked,
  { isProof }: { isProof: boolean },
): Promise<CompanyAccount> {
  const configuration = await configurationOf(settings).catch(unreachable);
  const tokens = await authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(isProof && { maxAge: PROOF_SECONDS }),
  }).catch((error) => (isSilence(error) ? unreachable(error) : refused(error)));
  const claims = tokens.claims();
  if (claims === undefined) throw refused();
  const { iss, sub, name, email, email_verified: isVerified } = claims;
  return {
    issuer: iss,
    subject: sub,
    name: typeof name === 'string' ? name : null,
    email: typeof email === 'string' && isVerified === true ? email : null,
  };
}

/** Whether there was no answer at all, or one that took too long. */
function isSilence(error: unknown): boolean {
  return error instanceof ClientError ? error.code === 'OAUTH_TIMEOUT' : error instanceof TypeError;
}

function refused(cause?: unknown): never {
  const message = 'your company has not signed you in: try again';
  throw new AppError('FORBIDDEN', message, { cause });
}

function unreachable(cause: unknown): never {
  const message =
    'the sign-in of your company does not answer; try again later, or sign in another way';
  throw new AppError('INTERNAL', message, { status: 503, cause });
}
