import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { badField } from '../../kit/errors.ts';
import { type Box, boxText } from '../../kit/geo/bounding-boxes.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import { UUID } from '../../parking/lots/find-lot.ts';
import type { Querier } from '../../stores/postgres.ts';
import { LOT_REACH_KM, LOT_SPACES_MAX, type LocalEvent, SPACE_REACH_M } from './local-event.ts';

/** A local event as forecasts read it. Whose it is is never shown. */
export type AnyLocalEvent = Omit<LocalEvent, 'eventId' | 'radiusM'> & {
  operatorId: string;
  livemode: boolean;
  /** How far it is felt, metres: as far as its operator's lots near it vouch for. */
  feltM: number;
};

/**
 * The local events of all operators, in both modes, that overlap [from, to) and are felt, by their
 * start; only those in any of the boxes, if these are given. `from` must not be after `to`.
 */
export function listLocalEvents(
  db: Querier,
  { from, to, boxes = null }: { from: Date; to: Date; boxes?: readonly Box[] | null },
): Promise<AnyLocalEvent[]> {
  return db.query<AnyLocalEvent>('local_events_list', {
    fromAt: from,
    toAt: to,
    boxes: boxes?.map(boxText) ?? null,
    nearM: LOT_REACH_KM * 1_000,
    spaceReachM: SPACE_REACH_M,
    lotSpacesMax: LOT_SPACES_MAX,
  });
}

/**
 * A page of the local events of the caller's operator, newest first; with `from` or `to` only those
 * that overlap [from, to). Errors: BAD_REQUEST naming `to` or `cursor`; FORBIDDEN for a fleet's
 * key.
 */
export async function pageLocalEvents(
  db: Querier,
  caller: Principal,
  filter: {
    /** null: any. */
    from: Date | null;
    to: Date | null;
    cursor: string | null;
    limit: number;
  },
): Promise<Page<LocalEvent>> {
  refuseFleet(caller, 'local events');
  const { from, to, cursor, limit } = filter;
  if (from !== null && to !== null && to <= from) throw badField('to', 'must be after from');
  const rows = await db.query<LocalEvent & ListedRow>('local_events_list_page', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    fromAt: from,
    toAt: to,
    ...readCursor(cursor, UUID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.eventId, read: (row) => row });
}
