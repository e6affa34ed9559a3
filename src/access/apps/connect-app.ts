import { databaseError } from '../../kit/embedded-postgres/database-error.ts';
import { badField } from '../../kit/errors.ts';
import type { Querier } from '../../stores/postgres.ts';
import { newId } from '../ids.ts';
import { appDigest } from '../keys/app-row.ts';
import { type MandateRules, toMandateRow } from '../mandates/mandate.ts';
import { type Actor, actorValues } from '../principals/actor.ts';
import type { Scope } from '../principals/scopes.ts';

/** PostgreSQL's invalid_parameter_value: of all parameters, only a zone can be unknown. */
const UNKNOWN_ZONE = '22023';

export type NewApp = Readonly<{
  operatorId: string;
  /** Who allows it. */
  memberId: string;
  livemode: boolean;
  /** As the app calls itself. */
  name: string;
  clientId: string;
  clientUri: string | null;
  redirectHost: string;
  resource: string;
  grantId: string;
  scopes: readonly Scope[];
  mandate: MandateRules | null;
  /** Priced answers it may buy per calendar month; null: no cap. */
  spendCapCents: number | null;
  expiresAt: Date | null;
}>;

/**
 * Connects an app, with its audit row `app.connected`. Returns its id. What the member may allow is
 * checked before. Errors: BAD_REQUEST naming `expires_at` or `mandate.timezone`.
 */
export async function connectApp(db: Querier, app: NewApp, actor: Actor): Promise<string> {
  const appId = newId('key');
  const { mandate, scopes, ...rest } = app;
  const row = mandate && toMandateRow({ ...mandate, mandateId: newId('man') });
  try {
    const [made] = await db.query<{ appId: string }>('connected_apps_insert', {
      ...rest,
      appId,
      secretSha256: Buffer.from(appDigest(appId), 'hex'),
      scopes: [...scopes],
      mandate: row && JSON.stringify(row),
      ...actorValues(actor),
    });
    if (made === undefined) throw badField('expires_at', 'must be in the future');
    return made.appId;
  } catch (error) {
    if (databaseError(error)?.code === UNKNOWN_ZONE)
      throw badField('mandate.timezone', 'is not known to the database');
    throw error;
  }
}
