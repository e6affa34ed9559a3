import { type ListedRow, type Page, readCursor, toPage } from '../../kit/page.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { Principal } from '../principals/principal.ts';
import { AGENT_ID, type Agent } from './agent.ts';

/**
 * A page of the agents of the caller's operator in the caller's mode, newest first; those of its
 * fleet, where it has one. Errors: BAD_REQUEST naming `cursor`.
 */
export async function listAgents(
  db: Querier,
  caller: Principal,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<Agent>> {
  const rows = await db.query<Agent & ListedRow>('agents_list', {
    operatorId: caller.operatorId,
    livemode: caller.livemode,
    fleetId: caller.fleetId,
    ...readCursor(cursor, AGENT_ID),
    rowLimit: limit + 1,
  });
  return toPage(rows, limit, { idOf: (row) => row.agentId, read: (row) => row });
}
