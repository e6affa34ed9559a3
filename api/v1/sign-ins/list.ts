import { Type } from 'typebox';
import { listOwnSignIns } from '../../../src/access/sign-in/own-sign-ins.ts';
import { MAY_GROW } from '../../../src/kit/web/document/annotations.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Instant } from '../../fields/field-types.ts';
import { SignInId } from '../../fields/ids.ts';
import { defineList } from '../../reads/define-list.ts';

const SignInSchema = named('SignIn', {
  id: SignInId(),
  operator_name: Type.String({ description: 'The operator that it looks at' }),
  method: Type.Enum(['password', 'passkey', 'company', 'invitation', 'sign_up'], {
    [MAY_GROW]: true,
  }),
  user_agent: nullable(Type.String({ description: 'Such as `Firefox on Linux`' })),
  network: nullable(Type.String({ description: 'The address block that it was begun from' })),
  created_at: Instant,
  last_seen_at: Type.String({ format: 'date-time', description: 'To the minute' }),
  expires_at: Type.String({ format: 'date-time', description: 'Unless it is used meanwhile' }),
});

export const listSignInsOperation = defineList({
  operationId: 'listSignIns',
  path: '/api/v1/sign-ins',
  summary: 'List what you are signed in with, newest first',
  description: 'Only for a person who is signed in: for a key it is 403.',
  tags: ['members'],
  auth: 'key',
  errors: ['FORBIDDEN'],
  rows: 'sign-ins',
  item: SignInSchema,
  list: ({ caller, page }, { db }) => listOwnSignIns(db, caller, page),
  present: ({ signInId, operatorName, method, userAgent, network, ...at }) => ({
    ...{ id: signInId, operator_name: operatorName, method, user_agent: userAgent, network },
    created_at: at.createdAt.toISOString(),
    last_seen_at: at.lastSeenAt.toISOString(),
    expires_at: at.expiresAt.toISOString(),
  }),
});
