import { type TSchema, Type } from 'typebox';
import { nullable } from '../../kit/web/document/field-types.ts';
import { after, change, Id, Instant } from './diff-shapes.ts';

const Role = Type.String();
const Has = (name: string) => Type.Object({ [name]: Type.Boolean() });

const Address = Type.Object({ has_email: Type.Boolean(), is_email_confirmed: Type.Boolean() });

/**
 * What happens to members, and to what they sign in with. No diff has a name, an address or a
 * secret: audit rows are never erased.
 */
export const MEMBER_ACTIONS = {
  'member.invited': {
    version: 1,
    diff: change(
      Type.Null(),
      Type.Object({ role: Role, has_email: Type.Boolean(), expires_at: Instant }),
    ),
  },
  'invitation.withdrawn': {
    version: 1,
    diff: change(
      Type.Object({ withdrawn_at: Type.Null() }),
      Type.Object({ withdrawn_at: Instant }),
    ),
  },
  /** `invitation_id` is null for whoever signed up. */
  'member.joined': {
    version: 1,
    diff: change(Type.Null(), Type.Object({ role: Role, invitation_id: nullable(Id) })),
  },
  'member.role_changed': {
    version: 1,
    diff: change(Type.Object({ role: Role }), Type.Object({ role: Role })),
  },
  /** With how many sign-ins ended by that. */
  'member.removed': {
    version: 1,
    diff: Type.Object({
      before: Type.Object({ role: Role, removed_at: Type.Null() }),
      after: Type.Object({ role: Role, removed_at: Instant }),
      sign_in_count: Type.Integer(),
    }),
  },
  'sign_in.ended': {
    version: 1,
    diff: Type.Object({
      before: Type.Object({ ended_at: Type.Null() }),
      after: Type.Object({ ended_at: Instant }),
      member_id: Id,
    }),
  },
  /** With how many other sign-ins ended by that. */
  'password.set': {
    version: 1,
    diff: Type.Object({
      before: Has('has_password'),
      after: Has('has_password'),
      sign_in_count: Type.Integer(),
    }),
  },
  /** An account at the company's own provider, which is not named. */
  'company_account.linked': {
    version: 1,
    diff: change(Type.Null(), Type.Object({ member_id: Id })),
  },
  /** The name is not there. */
  'person.name_changed': {
    version: 1,
    diff: change(Type.Null(), Type.Object({ member_id: Id })),
  },
  /** The address is not there. */
  'person.email_changed': {
    version: 1,
    diff: change(Address, Address),
  },
  'passkey.added': {
    version: 1,
    diff: change(Type.Null(), Type.Object({ member_id: Id })),
  },
  'passkey.removed': {
    version: 1,
    diff: Type.Object({
      before: Type.Object({ removed_at: Type.Null() }),
      after: Type.Object({ removed_at: Instant }),
      member_id: Id,
    }),
  },
  'totp.set': { version: 1, diff: change(Has('has_totp'), Has('has_totp')) },
  'totp.removed': { version: 1, diff: change(Has('has_totp'), Has('has_totp')) },
  'recovery_codes.set': {
    version: 1,
    diff: after(Type.Object({ code_count: Type.Integer() })),
  },
} as const satisfies Record<string, { version: number; diff: TSchema }>;
