import {
  APP_SCOPES,
  canSpend,
  DEFAULT_APP_SCOPES,
  isAppScope,
} from '../../../src/access/apps/app-scopes.ts';
import { connectApp } from '../../../src/access/apps/connect-app.ts';
import type { MandateRules } from '../../../src/access/mandates/mandate.ts';
import type { Actor } from '../../../src/access/principals/actor.ts';
import { SCOPES_OF_ROLE } from '../../../src/access/principals/roles.ts';
import type { Scope } from '../../../src/access/principals/scopes.ts';
import { AppError, badField } from '../../../src/kit/errors.ts';
import { findInteraction, finishInteraction, interactionLost } from '../../oauth/interactions.ts';
import type { Visit } from '../dashboard-page.ts';

const NAME_LENGTH_MAX = 100;

/** What an app asks for, as a person has to see it before they decide. */
export type AppRequest = Readonly<{
  clientId: string;
  /** As the app calls itself; anybody can call their app anything. */
  clientName: string;
  clientUri: string | null;
  /** The host of the document that describes the app; null: the app registered itself. */
  clientHost: string | null;
  /** Where the person and the code are sent. */
  redirectHost: string;
  resource: string;
  scopes: readonly Scope[];
  canSpend: boolean;
}>;

/** What the person decided. */
export type Consent = Readonly<{
  scopes: readonly string[];
  livemode: boolean;
  mandate: MandateRules | null;
  spendCapCents: number | null;
  expiresAt: Date | null;
  actor: Actor;
}>;

/**
 * What is asked for at this page of the browser that began to connect the app. Errors: NOT_FOUND
 * when it began elsewhere, took too long, or was decided already.
 */
export async function describeInteraction(visit: Visit): Promise<AppRequest> {
  const { oauth, cookies, params } = visit;
  const asking = await findInteraction(oauth, { uid: params.uid, cookies });
  const { client_id: clientId, redirect_uri: redirectUri, resource, scope } = asking.params;
  const provider = await oauth.provider();
  const client = await provider.Client.find(String(clientId));
  if (client === undefined) throw interactionLost();
  const scopes = askedScopes(scope);
  return {
    clientId: client.clientId,
    clientName: (client.clientName ?? client.clientId).slice(0, NAME_LENGTH_MAX),
    clientUri: client.clientUri ?? null,
    clientHost: URL.canParse(client.clientId) ? new URL(client.clientId).host : null,
    redirectHost: hostOf(String(redirectUri)),
    resource: [resource].flat().map(String)[0] ?? '',
    scopes,
    canSpend: canSpend(scopes),
  };
}

/** Without any that an app can get, what a driver's assistant needs: the person decides. */
function askedScopes(scope: unknown): readonly Scope[] {
  const asked = typeof scope === 'string' ? scope.split(' ').filter(isAppScope) : [];
  return asked.length > 0 ? asked : DEFAULT_APP_SCOPES;
}

/** The host of an address, or its scheme where a program of the device opens it. */
function hostOf(uri: string): string {
  const { host, protocol } = new URL(uri);
  return host === '' ? protocol : host;
}

/**
 * Connects the app with what the person allows. Returns where to send the browser. Errors:
 * NOT_FOUND; FORBIDDEN naming `scopes` for more than was asked for, or than the person may do;
 * BAD_REQUEST naming the field.
 */
export async function finishConsent(
  visit: Visit,
  asked: AppRequest,
  { scopes, actor, ...limits }: Consent,
): Promise<string> {
  const { oauth, api, signIn } = visit;
  const { memberId, operatorId } = signIn;
  const granted = checkScopes(scopes, asked, SCOPES_OF_ROLE[signIn.role]);
  const provider = await oauth.provider();
  const grant = new provider.Grant({ accountId: memberId, clientId: asked.clientId });
  grant.addResourceScope(asked.resource, granted.join(' '));
  const withheld = APP_SCOPES.filter((scope) => !granted.includes(scope));
  grant.rejectResourceScope(asked.resource, withheld.join(' '));
  // The provider asks about each scope again as one of its own.
  grant.addOIDCScope([...granted, 'offline_access'].join(' '));
  grant.rejectOIDCScope(['openid', ...withheld].join(' '));
  const grantId = await grant.save();
  const { clientName: name, clientId, clientUri, redirectHost, resource } = asked;
  const app = { name, clientId, clientUri, redirectHost, resource, operatorId, memberId, grantId };
  await connectApp(api.db, { ...app, ...limits, scopes: granted }, actor).catch(async (error) => {
    await grant.destroy();
    throw error;
  });
  return finishInteraction(oauth, visit.cookies, {
    login: { accountId: memberId, remember: false },
    consent: { grantId },
  });
}

/** Sends the browser back without a code. Returns where to. Errors: NOT_FOUND. */
export function refuseConsent({ oauth, cookies }: Visit): Promise<string> {
  const error_description = 'the person did not allow it';
  return finishInteraction(oauth, cookies, { error: 'access_denied', error_description });
}

function checkScopes(
  scopes: readonly string[],
  asked: AppRequest,
  held: readonly Scope[],
): Scope[] {
  const granted = asked.scopes.filter((scope) => scopes.includes(scope));
  if (granted.length === 0) throw badField('scopes', 'must allow at least one thing');
  const beyond = scopes.filter((scope) => !granted.some((one) => one === scope));
  if (beyond.length > 0) throw refused(`the app did not ask for ${beyond.join(', ')}`);
  const lacking = granted.filter((scope) => !held.includes(scope));
  if (lacking.length > 0) throw refused(`you may not do this yourself: ${lacking.join(', ')}`);
  return granted;
}

function refused(reason: string): AppError {
  const details = [{ field: 'scopes', reason }];
  return new AppError('FORBIDDEN', `scopes: ${reason}`, { details });
}
