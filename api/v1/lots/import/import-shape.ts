import { Type } from 'typebox';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import { LotId } from '../../../fields/ids.ts';

const Count = Type.Integer({ minimum: 0 });
const Row = Type.Integer({ minimum: 1, description: 'Line of a table, or position in a list' });
const Name = nullable(Type.String({ description: 'What the row calls its lot; null: nothing' }));
const IdOrNone = nullable(LotId('Id of the lot; null: a dry run made none'));

const ImportColumn = named('ImportColumn', {
  column: Type.String(),
  read_as: nullable(Type.String({ description: 'What it stands for; null: it is left out' })),
  value_count: Type.Integer({ minimum: 0, description: 'Rows with a value' }),
  unreadable_count: Type.Integer({ minimum: 0, description: 'Values that could not be read' }),
  example: nullable(Type.String({ description: 'The first value; null: there is none' })),
});
const ImportWarning = named('ImportWarning', {
  row: nullable(Type.Integer({ description: 'null: it is about the whole file' })),
  name: Name,
  field: Type.String(),
  reason: Type.String(),
});
const ImportedLot = named('ImportedLot', {
  row: Row,
  name: Name,
  status: Type.Enum(['created', 'updated', 'unchanged']),
  id: IdOrNone,
  ref: nullable(Type.String({ description: 'By which it is known again; null: only by its id' })),
  changes: Type.Array(
    named('ImportChange', {
      field: Type.String({ description: 'As the event lot.updated names it' }),
      from: Type.Optional(Type.Unknown({ description: 'Missing: not shown, such as of access' })),
      to: Type.Optional(Type.Unknown({ description: 'Missing: not shown' })),
    }),
    { description: 'What is different from before; empty for a new lot' },
  ),
});
const RowProblem = named('ImportProblem', {
  row: Row,
  name: Name,
  field: Type.String(),
  reason: Type.String(),
});
const Alike = named('ImportDuplicates', {
  row: Row,
  name: Name,
  lot_id: IdOrNone,
  duplicates: Type.Array(
    named('ImportDuplicate', {
      lot_id: IdOrNone,
      name: Type.String(),
      distance_m: Type.Integer({ minimum: 0, description: 'Great-circle metres' }),
    }),
  ),
});

/** What became of a file of lots, or would. */
export const ImportSchema = named('LotImport', {
  dry_run: Type.Boolean({ description: 'Whether nothing was written' }),
  format: Type.String({ description: 'How the file is written, in words' }),
  columns: Type.Array(ImportColumn),
  warnings: Type.Array(ImportWarning, { description: 'What is probably not meant' }),
  lots: Type.Array(ImportedLot),
  created: Count,
  updated: Count,
  unchanged: Count,
  waiting: Type.Integer({ minimum: 0, description: 'Listed once their operator is checked' }),
  passed_over: Type.Integer({ minimum: 0, description: 'Entries that are no car parks' }),
  possible_duplicate_count: Count,
  possible_duplicates: Type.Array(Alike),
  noted_count: Count,
  noted: Type.Array(RowProblem, { description: 'Values that were kept as text' }),
  rejected_count: Count,
  rejected: Type.Array(RowProblem, { description: 'One for each problem of each rejected row' }),
});
