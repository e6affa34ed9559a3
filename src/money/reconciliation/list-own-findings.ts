import { refuseFleet } from '../../access/keys/refuse-fleet.ts';
import type { Principal } from '../../access/principals/principal.ts';
import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { OwnFinding } from './finding.ts';

const FINDING_ID = /^fnd_[0-9a-f]{32}$/;
const REFUSED = 'what was found about payments';

/**
 * What differs, or differed, in payments of stays on the lots of the caller's operator, newest
 * first. `isOpen`: null for both. Errors: BAD_REQUEST naming `cursor`; FORBIDDEN for a fleet's key.
 */
export async function listOwnFindings(
  db: Querier,
  caller: Principal,
  { isOpen, cursor, limit }: { isOpen: boolean | null; cursor: string | null; limit: number },
): Promise<Page<OwnFinding>> {
  refuseFleet(caller, REFUSED);
  const rows = await db.query<OwnFinding & ListedRow>('findings_list_own', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    isOpen,
    ...readCursor(cursor, FINDING_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: ({ findingId }) => findingId, read: (finding) => finding });
}

/** `comparedAt`: when any day was last compared in the caller's mode; null: not yet. */
type Standing = { comparedAt: Date | null; openCount: number };

/** How the comparison stands for the caller's operator. Errors: FORBIDDEN for a fleet's key. */
export async function findOwnStanding(db: Querier, caller: Principal): Promise<Standing> {
  refuseFleet(caller, REFUSED);
  const { operatorId, livemode } = caller;
  const [row] = await db.query<Standing>('findings_count_own', { operatorId, livemode });
  return row ?? { comparedAt: null, openCount: 0 };
}
