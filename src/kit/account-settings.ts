import { isThisMachine } from './host-and-port.ts';
import { ConfigError, type Environment, oneOf, plainUrl, text } from './read-setting.ts';

/** The OpenID provider with whose accounts people may sign in. */
export type CompanySettings = Readonly<{
  issuer: string;
  clientId: string;
  clientSecret: string;
}>;

/** Names the operator that owns the server. */
export const OWNER_OPERATOR = 'HEXLOT_OWNER_OPERATOR';

/** What is read here, with its defaults. */
export const ACCOUNT_VARIABLES = {
  HEXLOT_SIGN_UP: 'on with the embedded PostgreSQL, otherwise off',
  HEXLOT_OIDC_ISSUER: 'unset: nobody signs in with an account of a company',
  HEXLOT_OIDC_CLIENT_ID: 'unset',
  HEXLOT_OIDC_CLIENT_SECRET: 'unset',
  HEXLOT_OAUTH_REGISTRATION: 'off',
  [OWNER_OPERATOR]: 'unset: nobody, or the first operator of the demo',
};

export type AccountSettings = Readonly<{
  /** Whether whoever comes may make an operator of its own. */
  signUp: boolean;
  /** Undefined: nobody signs in with an account of the company. */
  company: CompanySettings | undefined;
  /** Whether apps may register themselves with the authorisation server (RFC 7591). */
  oauthRegistration: boolean;
  /** The operator whose people and keys see how the whole server does; undefined: nobody does. */
  ownerOperatorId: string | undefined;
}>;

export function accountSettings(env: Environment, isOwnDatabase: boolean): AccountSettings {
  return {
    signUp: signUpSetting(env, isOwnDatabase),
    company: companySettings(env),
    oauthRegistration: oneOf(env, 'HEXLOT_OAUTH_REGISTRATION', ['off', 'on'] as const) === 'on',
    ownerOperatorId: ownerOperatorId(env),
  };
}

/**
 * Whether whoever comes may make an operator of its own: unless it is set, only where the database
 * is this program's own.
 */
function signUpSetting(env: Environment, isOwnDatabase: boolean): boolean {
  const choices = isOwnDatabase ? (['on', 'off'] as const) : (['off', 'on'] as const);
  return oneOf(env, 'HEXLOT_SIGN_UP', choices) === 'on';
}

/** Whether there is such an operator, only the database knows. */
function ownerOperatorId(env: Environment): string | undefined {
  const id = text(env, OWNER_OPERATOR);
  if (id === undefined || /^op_[0-9a-f]{32}$/.test(id)) return id;
  throw new ConfigError(OWNER_OPERATOR, `must be the id of an operator, op_…, not "${id}"`);
}

/** Undefined: nobody signs in so. Throws ConfigError naming what is missing of it. */
function companySettings(env: Environment): CompanySettings | undefined {
  const issuer = plainUrl(env, 'HEXLOT_OIDC_ISSUER', ['https:', 'http:']);
  const clientId = text(env, 'HEXLOT_OIDC_CLIENT_ID');
  const clientSecret = text(env, 'HEXLOT_OIDC_CLIENT_SECRET');
  if (issuer === undefined && clientId === undefined && clientSecret === undefined)
    return undefined;
  if (issuer === undefined) throw missing('HEXLOT_OIDC_ISSUER');
  if (clientId === undefined) throw missing('HEXLOT_OIDC_CLIENT_ID');
  if (clientSecret === undefined) throw missing('HEXLOT_OIDC_CLIENT_SECRET');
  if (new URL(issuer).protocol === 'http:' && !isThisMachine(new URL(issuer)))
    throw new ConfigError('HEXLOT_OIDC_ISSUER', 'must be https, except on this machine');
  return { issuer, clientId, clientSecret };
}

function missing(variable: string): ConfigError {
  return new ConfigError(variable, 'is needed with the other variables HEXLOT_OIDC_…');
}
