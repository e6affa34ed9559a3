import { type Static, Type } from 'typebox';
import { nullable } from '../../../kit/web/document/field-types.ts';
import { named } from '../../../kit/web/document/named.ts';
import { type EntrySettings, GATE_CODE_FROM } from '../entry-instructions.ts';
import { TEXT_LENGTH_MAX } from '../osm/tags.ts';

const SPACE_LABELS_MAX = 1_000;
export const SPACE_LABEL_LENGTH_MAX = 50;

const Text = nullable(Type.String());
const TextInput = (description: string) =>
  Type.Optional(nullable(Type.String({ maxLength: TEXT_LENGTH_MAX, description })));

/** How vehicles enter and leave a lot; a member that is left out is not changed. */
export const AccessInput = named(
  'LotAccessInput',
  {
    gate_code: TextInput('Code that opens the gate'),
    gate_code_from: Type.Optional(
      nullable(
        Type.Enum([...GATE_CODE_FROM], {
          description:
            'When a stay shows gate_code: from its start, or once its driver has authorised the ' +
            'payment. null: once authorised in live mode, from the start in test mode',
        }),
      ),
    ),
    entry_lane: TextInput('Which way in to take'),
    exit_procedure: TextInput('How to get out'),
    notes: TextInput('What else a vehicle has to know'),
    overnight: Type.Optional(
      Type.Boolean({
        description:
          'Whether vehicles may stay while the lot is closed. Default false: a stay or hold that ' +
          'would go on after closing time is 409 `closed`',
      }),
    ),
    space_labels: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: SPACE_LABEL_LENGTH_MAX }), {
        maxItems: SPACE_LABELS_MAX,
        uniqueItems: true,
        description: 'What is painted on spaces that vehicles can be sent to',
      }),
    ),
  },
  { description: 'What vehicles that come are told, and nobody else' },
);

export const Access = named('LotAccess', {
  gate_code: Text,
  gate_code_from: nullable(Type.Enum([...GATE_CODE_FROM])),
  entry_lane: Text,
  exit_procedure: Text,
  notes: Text,
  overnight: Type.Boolean(),
  space_labels: Type.Array(Type.String()),
});

export type AccessColumns = {
  /** What vehicles that come need to know; null: nothing. */
  entryInstructions: EntrySettings | null;
  /** Whether vehicles may stay while the lot is closed. */
  isOvernightAllowed: boolean;
  /** The labels painted on the spaces; empty: vehicles are not sent to a certain space. */
  spaceLabels: string[];
};

/** For a lot whose operator has said nothing about access. */
export const NO_ACCESS: AccessColumns = {
  entryInstructions: null,
  isOvernightAllowed: false,
  spaceLabels: [],
};

export function presentAccess({
  entryInstructions: settings,
  isOvernightAllowed: overnight,
  spaceLabels,
}: AccessColumns): Static<typeof Access> {
  return {
    gate_code: settings?.gate_code ?? null,
    gate_code_from: settings?.gate_code_from ?? null,
    entry_lane: settings?.entry_lane ?? null,
    exit_procedure: settings?.exit_procedure ?? null,
    notes: settings?.notes ?? null,
    overnight,
    space_labels: spaceLabels,
  };
}
