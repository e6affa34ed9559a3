import { connectApp } from '../../../src/access/apps/connect-app.ts';
import { newId } from '../../../src/access/ids.ts';
import { systemActor } from '../../../src/access/principals/actor.ts';
import { addMember } from '../../src/access/people.ts';
import type { TestDatabase } from '../../stage/database.ts';

/** An app that a member of an operator, otherwise a new one, connected. Returns its id. */
export async function addApp(
  { owner }: Pick<TestDatabase, 'owner'>,
  operatorId: string,
  {
    memberId,
    livemode = true,
    name = 'Valet',
  }: { memberId?: string; livemode?: boolean; name?: string } = {},
) {
  const by = memberId ?? (await addMember({ db: owner }, operatorId)).signIn.memberId;
  return connectApp(
    owner,
    {
      operatorId,
      memberId: by,
      livemode,
      name,
      clientId: 'https://app.example.com/client.json',
      clientUri: null,
      redirectHost: 'app.example.com',
      resource: 'https://parking.example/api',
      grantId: `grant of ${newId('key')}`,
      scopes: ['lots:read'],
      mandate: null,
      spendCapCents: null,
      expiresAt: null,
    },
    systemActor('test'),
  );
}
