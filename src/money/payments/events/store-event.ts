import type { ProcessorEvent } from '../../../parking/payments/processor-events.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { isKnown } from './event-types.ts';

/** Stores an event to be worked off, once. One of a type that nobody works off is only counted. */
export async function storeEvent(db: Querier, event: ProcessorEvent): Promise<void> {
  const outcome = isKnown(event.type) ? null : 'ignored';
  await db.query('processor_events_insert', { ...event, outcome });
}
