import type { Querier } from '../../../stores/postgres.ts';

/**
 * Makes the deliveries of all events that were committed since the last call, by any courier.
 * Returns how many events it read and how many deliveries it made.
 */
export async function relayEvents(
  db: Querier,
): Promise<{ event_count: number; delivery_count: number }> {
  const [row] = await db.query<{ event_count: number; delivery_count: number }>('deliveries_relay');
  return row ?? { event_count: 0, delivery_count: 0 };
}
