import { Type } from 'typebox';
import { named } from '../../src/kit/web/document/named.ts';

/** What is wrong with one field. */
export const FieldProblemSchema = named('FieldProblem', {
  field: Type.String(),
  reason: Type.String(),
});
