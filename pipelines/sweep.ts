import type { Postgres } from '../src/stores/postgres.ts';

/**
 * Statements that delete rows which have reached their maximum age, or are no longer needed. Each
 * returns how many rows it removed.
 */
type Sweep =
  | 'search_callers_sweep'
  | 'call_counts_sweep'
  | 'call_refusals_sweep'
  | 'idempotency_sweep'
  | 'tool_calls_sweep'
  | 'operator_confirmations_sweep'
  | 'invitations_sweep'
  | 'sign_ins_sweep'
  | 'sign_in_attempts_sweep'
  | 'sign_up_links_sweep'
  | 'email_changes_sweep'
  | 'passkey_challenges_sweep'
  | 'known_devices_sweep'
  | 'people_sweep'
  | 'geocodes_sweep'
  | 'purchases_sweep'
  | 'setbacks_sweep'
  | 'deliveries_cancel'
  | 'deliveries_sweep'
  | 'processor_events_sweep'
  | 'oauth_payloads_sweep';

export async function sweep(db: Postgres, name: Sweep): Promise<{ rows: number }> {
  const [swept] = await db.query<{ rowCount: number }>(name);
  return { rows: swept?.rowCount ?? 0 };
}

/** Several of them, one after the other. */
export async function sweepAll(db: Postgres, names: readonly Sweep[]): Promise<{ rows: number }> {
  let rows = 0;
  for (const name of names) rows += (await sweep(db, name)).rows;
  return { rows };
}
