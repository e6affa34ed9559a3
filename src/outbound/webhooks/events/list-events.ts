import { refuseFleet } from '../../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../../access/principals/principal.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../../kit/page.ts';
import type { EventType } from '../../../parking/events/event-data.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { EVENT_ID, type ShownEvent } from './shown-event.ts';

/**
 * A page of the events of the caller's operator, newest first. Errors: BAD_REQUEST naming `cursor`;
 * FORBIDDEN for a fleet's key.
 */
export async function listEvents(
  db: Querier,
  caller: Principal,
  filter: {
    /** null: any. */
    type: EventType | null;
    createdAfter: Date | null;
    createdBefore: Date | null;
    cursor: string | null;
    limit: number;
  },
): Promise<Page<ShownEvent>> {
  refuseFleet(caller, 'events');
  const rows = await db.query<ShownEvent & ListedRow>('events_list_page', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    type: filter.type,
    createdAfter: filter.createdAfter,
    createdBefore: filter.createdBefore,
    ...readCursor(filter.cursor, EVENT_ID),
    rowLimit: filter.limit + 1,
  });
  return toPage(rows, filter.limit, { idOf: (row) => row.eventId, read: (row) => row });
}
