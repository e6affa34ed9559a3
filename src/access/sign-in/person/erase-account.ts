import { conflict } from '../../../kit/errors.ts';
import type { Postgres } from '../../../stores/postgres.ts';
import { actorValues } from '../../principals/actor.ts';

type Membership = { memberId: string; operatorId: string; operatorName: string };

/**
 * Erases somebody who is signed in: the person leaves every operator, each with the audit row
 * `member.removed` of the person, and all that they signed in with is deleted. Apps that the person
 * connected end. Whoever calls has asked for step-up. Errors: CONFLICT `last_owner` where an
 * operator has no other owner.
 */
export async function eraseAccount(
  db: Postgres,
  personId: string,
  requestId: string | null,
): Promise<void> {
  await db.transaction(async (connection) => {
    const members = await connection.query<Membership>('members_list_own', { personId });
    for (const { memberId, operatorId, operatorName } of members) {
      await connection.query('operator_lock', { operatorId });
      const actor = { type: 'person', id: memberId, agentPlatform: null, requestId } as const;
      const values = { memberId, operatorId, ...actorValues(actor) };
      const [left] = await connection.query<{ isLastOwner: boolean }>('members_remove', values);
      if (left?.isLastOwner)
        throw conflict(
          'last_owner',
          `${operatorName} keeps an owner: make somebody else one first`,
        );
    }
    const [erased] = await connection.query('people_erase', { personId });
    if (erased === undefined) throw new Error('somebody joined while their account was erased');
  });
}
