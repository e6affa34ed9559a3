import { Type } from 'typebox';
import { named } from '../../../../src/kit/web/document/named.ts';
import { TEXT_LENGTH_MAX } from '../../../../src/parking/lots/osm/tags.ts';
import {
  SPACE_LABEL_LENGTH_MAX,
  SPACE_LABELS_MAX,
} from '../../../../src/parking/lots/write/access-settings.ts';
import { nullable } from '../../../fields/field-types.ts';

/** A text about a lot; null removes it. */
export const Text = (description: string) =>
  Type.Optional(nullable(Type.String({ maxLength: TEXT_LENGTH_MAX, description })));

/** How vehicles enter and leave a lot. */
export const AccessInput = named(
  'LotAccessInput',
  {
    gate_code: Text('Code that opens the gate'),
    entry_lane: Text('Which way in to take'),
    exit_procedure: Text('How to get out'),
    notes: Text('What else a vehicle has to know'),
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
