import type { Querier } from '../../../stores/postgres.ts';
import { readPersonName } from '../../members/person.ts';
import { type ActingMember, actingValues } from '../acting-member.ts';

/**
 * Gives somebody who is signed in another name, with the audit row `person.name_changed`; the same
 * name changes nothing. Errors: BAD_REQUEST naming `name`.
 */
export async function setName(
  db: Querier,
  member: ActingMember,
  name: string,
  requestId: string | null,
): Promise<void> {
  const values = { ...actingValues(member, requestId), name: readPersonName(name) };
  await db.query('people_set_name', values);
}
