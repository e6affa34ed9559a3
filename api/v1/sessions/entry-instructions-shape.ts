import { Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';

export const EntryInstructionsSchema = named('EntryInstructions', {
  gate_code: nullable(Type.String({ description: 'null: none, or there is no stay now' })),
  assigned_space: nullable(Type.String()),
  entry_lane: nullable(Type.String()),
  exit_procedure: Type.String(),
  notes: Type.String(),
});
