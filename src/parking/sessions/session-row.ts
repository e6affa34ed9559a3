import { type RateColumn, withRate } from '../../tariffs/rate-columns.ts';
import { type EntrySettings, entryInstructions } from '../lots/entry-instructions.ts';
import { type FoundSession, hasLeft, withEstimate } from './session.ts';

/** A session as the queries that read one return it. */
export type SessionRow = Omit<FoundSession, 'rate' | 'entryInstructions'> &
  RateColumn & {
    entryInstructions: EntrySettings | null;
    assignedSpace: string | null;
  };

/** What an imported stay was expected to cost was said elsewhere; it is stored. */
export function toSession(row: SessionRow): FoundSession {
  const { assignedSpace, ...read } = withRate(row);
  const session = {
    ...read,
    entryInstructions: entryInstructions(row.entryInstructions, assignedSpace, {
      isStaying: !hasLeft(row.endedAt, row.now),
      isAuthorized: row.authorizeBy === null,
      livemode: row.livemode,
    }),
  };
  return row.source === 'import' ? session : withEstimate(session);
}
