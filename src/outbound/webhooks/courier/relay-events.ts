import type { Querier } from '../../../stores/postgres.ts';

/**
 * Makes the deliveries of all events that were committed since the last call, by any courier.
 * Returns how many events it read and how many deliveries it made.
 */
export async function relayEvents(
  db: Querier,
): Promise<{ eventCount: number; deliveryCount: number }> {
  const [row] = await db.query<{ eventCount: number; deliveryCount: number }>('deliveries_relay');
  return row ?? { eventCount: 0, deliveryCount: 0 };
}
