import type { Querier } from '../../stores/postgres.ts';
import { tokenDigest } from '../link-token.ts';

/** `done`: the address is confirmed, or the operator was checked in another way. */
export type LinkState = 'open' | 'done' | 'refused' | 'expired' | 'unknown';

/** What has become of a link that confirms an e-mail address. Changes nothing. */
export async function findLinkState(db: Querier, token: string): Promise<LinkState> {
  const values = { tokenSha256: tokenDigest(token) };
  const [link] = await db.query<{ state: LinkState }>('operator_confirmations_find', values);
  return link?.state ?? 'unknown';
}

/**
 * Confirms the address that the link was sent to, when it is open. Its operator counts as checked
 * then, and its lots follow within seconds. Returns the state afterwards.
 */
export async function confirmEmail(db: Querier, token: string): Promise<LinkState> {
  await db.query('operator_confirmations_use', { tokenSha256: tokenDigest(token) });
  return findLinkState(db, token);
}
