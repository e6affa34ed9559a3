import { Type } from 'typebox';
import { ROLES } from '../../../src/access/principals/roles.ts';

/** The role that somebody is given. */
export const RoleInput = Type.Enum([...ROLES], {
  description:
    'owner: everything; manager: all but plan, people, keys and erasures; viewer: reads. Not ' +
    'more than you may do',
});
