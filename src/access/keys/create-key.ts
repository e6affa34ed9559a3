import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { badField, notFound } from '../../kit/errors.ts';
import { INSTANT_END, isUsable } from '../../kit/time/instants.ts';
import type { Querier } from '../../stores/postgres.ts';
import { newId } from '../ids.ts';
import {
  type MandateRow,
  type MandateRules,
  type SharedMandate,
  toMandateRow,
} from '../mandates/mandate.ts';
import { type Actor, actorValues, systemActor } from '../principals/actor.ts';
import { checkRateLimits, type RateLimits } from '../principals/rate-limits.ts';
import { isScope, SCOPES, type Scope } from '../principals/scopes.ts';
import { type KeyMode, type KeyPrefix, newSecret, prefixOf, secretDigest } from './secret.ts';
import { SPEND_CAP_CENTS_MAX } from './spend-cap.ts';

export const NAME_LENGTH_MAX = 200;
export const LABEL_LENGTH_MAX = 100;
/** PostgreSQL's invalid_parameter_value: of all parameters, only a zone can be unknown. */
const UNKNOWN_ZONE = '22023';
const EXPIRY_RULE = `must be in the future, and before ${INSTANT_END}`;

export type KeyDetails = {
  operatorId: string;
  name: string;
  mode: KeyMode;
  scopes: readonly string[];
  fleetId?: string | null;
  agentPlatform?: string | null;
  rateLimits?: Readonly<Record<string, number>>;
  spendCapCents?: number | null;
  expiresAt?: Date | null;
  /** Checked rules of a mandate of its own; or that of another key, whose limits both share. */
  mandate?: MandateRules | SharedMandate | null;
};

/** A key that is made without a call of the API, with any rights. */
export type NewKey = KeyDetails & {
  /** The part of this system that the audit log names as the maker of the key. */
  actorId: string;
};

/** A key without its secret. */
export type KeyRecord = {
  id: string;
  operatorId: string;
  name: string;
  prefix: KeyPrefix;
  last4: string;
  mode: KeyMode;
  scopes: Scope[];
  fleetId: string | null;
  agentPlatform: string | null;
  agentId: string | null;
  rateLimits: RateLimits;
  spendCapCents: number | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  mandate: MandateRow | null;
};

/** A key with its secret, which is shown only now. */
export type SecretKey = { key: KeyRecord; secret: string };

/** Makes a key with any rights. Errors: those of `insertKey`. */
export function createKey(db: Querier, { actorId, ...details }: NewKey): Promise<SecretKey> {
  return insertKey(db, details, systemActor(actorId));
}

/**
 * Makes a key and its audit row `key.created` in one statement. The secret is only in this return
 * value: the database stores its SHA-256. Errors: BAD_REQUEST naming the field, NOT_FOUND
 * (operator).
 */
export async function insertKey(
  db: Querier,
  request: KeyDetails,
  actor: Actor,
): Promise<SecretKey> {
  const { agentPlatform: actorPlatform, ...who } = actorValues(actor);
  checkText('name', request.name, NAME_LENGTH_MAX);
  checkText('fleet_id', request.fleetId ?? 'none', LABEL_LENGTH_MAX);
  checkText('agent_platform', request.agentPlatform ?? 'none', LABEL_LENGTH_MAX);
  checkSpendCap(request.spendCapCents ?? null);
  checkExpiry(request.expiresAt ?? null);
  const secret = newSecret(request.mode);
  try {
    const [key] = await db.query<KeyRecord>('api_keys_insert', {
      keyId: newId('key'),
      operatorId: request.operatorId,
      name: request.name,
      prefix: prefixOf(request.mode),
      last4: secret.slice(-4),
      secretSha256: secretDigest(secret),
      livemode: request.mode === 'live',
      scopes: checkScopes(request.scopes),
      fleetId: request.fleetId ?? null,
      agentPlatform: request.agentPlatform ?? null,
      rateLimits: checkRateLimits(request.rateLimits ?? {}),
      spendCapCents: request.spendCapCents ?? null,
      expiresAt: request.expiresAt ?? null,
      ...mandateColumns(request.mandate ?? null),
      actorPlatform,
      ...who,
    });
    if (key === undefined) throw badField('expires_at', EXPIRY_RULE);
    return { key, secret };
  } catch (error) {
    if (databaseError(error)?.constraint === 'api_keys_operator_id_fkey')
      throw notFound('operator');
    if (databaseError(error)?.code === UNKNOWN_ZONE)
      throw badField('mandate.timezone', 'is not known to the database');
    throw error;
  }
}

function mandateColumns(rules: MandateRules | SharedMandate | null) {
  if (rules === null) return { mandate: null, sharedMandateId: null };
  if ('mandateId' in rules) return { mandate: null, sharedMandateId: rules.mandateId };
  const row = toMandateRow({ ...rules, mandateId: newId('man') });
  return { mandate: JSON.stringify(row), sharedMandateId: null };
}

function checkScopes(scopes: readonly string[]): Scope[] {
  if (scopes.length === 0) throw badField('scopes', 'must name at least one scope');
  return [...new Set(scopes)].map((scope) => {
    if (!isScope(scope))
      throw badField('scopes', `has the unknown "${scope}"; there are ${SCOPES.join(' ')}`);
    return scope;
  });
}

function checkText(field: string, text: string, lengthMax: number): void {
  if (text.trim().length === 0 || text.length > lengthMax)
    throw badField(field, `must be 1 to ${lengthMax} characters, not all of them blank`);
}

function checkSpendCap(cents: number | null): void {
  if (cents !== null && !(Number.isInteger(cents) && cents >= 0 && cents <= SPEND_CAP_CENTS_MAX))
    throw badField(
      'spend_cap_cents',
      `must be a whole number of cents from 0 to ${SPEND_CAP_CENTS_MAX}`,
    );
}

/** Only whether it is a usable date: whether it is in the future, the database's clock decides. */
function checkExpiry(at: Date | null): void {
  if (at !== null && !isUsable(at)) throw badField('expires_at', EXPIRY_RULE);
}
