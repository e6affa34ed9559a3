import { Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { FieldProblemSchema } from '../../fields/field-types.ts';
import { LotId } from '../../fields/ids.ts';
import { PossibleDuplicates } from './possible-duplicates.ts';

const RowResult = named('BatchRow', {
  row: Type.Integer({ minimum: 1, description: 'Position in what was sent, from 1' }),
  status: Type.Enum(['created', 'updated', 'unchanged', 'rejected']),
  id: Type.Optional(LotId()),
  ref: Type.Optional(
    nullable(Type.String({ description: 'By which the lot is known again; null: only by its id' })),
  ),
  is_waiting_for_check: Type.Optional(
    Type.Boolean({ description: 'true: the lot is listed once its operator is checked' }),
  ),
  possible_duplicates: Type.Optional(PossibleDuplicates),
  name: Type.Optional(nullable(Type.String({ description: 'What a rejected row calls its lot' }))),
  field: Type.Optional(Type.String({ description: 'The first problem of a rejected row' })),
  reason: Type.Optional(Type.String()),
  notes: Type.Optional(
    Type.Array(FieldProblemSchema, {
      description: 'What was kept as text because it could not be read, or has no place',
    }),
  ),
  problems: Type.Optional(
    Type.Array(FieldProblemSchema, {
      description: 'All problems of a rejected row, up to 20',
    }),
  ),
});
const Count = Type.Integer({ minimum: 0 });

/** What became of each row of a batch. */
export const BatchSchema = named('BatchResult', {
  results: Type.Array(RowResult),
  created: Count,
  updated: Count,
  unchanged: Count,
  rejected: Count,
});
