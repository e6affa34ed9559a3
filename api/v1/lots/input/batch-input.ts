import { type Static, Type } from 'typebox';
import { badField, badFields } from '../../../../src/kit/errors.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import { closed } from '../../../../src/kit/web/input/closed.ts';
import { dropNulls } from '../../../../src/kit/web/input/drop-nulls.ts';
import { toProblems } from '../../../../src/kit/web/input/problems.ts';
import { findUnsafeValue } from '../../../../src/kit/web/input/values.ts';
import { type LotDetails, NewLotInput } from '../../../../src/parking/lots/lot-details.ts';
import { BATCH_ROWS_MAX } from '../../../../src/parking/lots/write/batch/write-batch.ts';
import { newAjv } from '../../../input/validate.ts';

/**
 * Rows are not checked by this schema but one by one, so that a wrong row does not reject the
 * others.
 */
export const BatchInput = Type.Union(
  [
    Type.Array(Type.Unknown(), { maxItems: BATCH_ROWS_MAX, description: 'Lots' }),
    named(
      'FeatureCollectionInput',
      {
        type: Type.Literal('FeatureCollection', { description: 'GeoJSON (RFC 7946)' }),
        features: Type.Array(Type.Unknown(), {
          maxItems: BATCH_ROWS_MAX,
          description: 'Points, one for each lot',
        }),
      },
      { additionalProperties: true, description: 'GeoJSON with OpenStreetMap keys, or of ParkAPI' },
    ),
    Type.String({ description: 'One lot per line, as JSON' }),
  ],
  {
    examples: [[{ ref: 'elm-1', name: 'Elm Street 1', lat: 41.2, lng: -99.61, total_spaces: 20 }]],
  },
);

/** Stands for a line that is not JSON; its row is rejected. */
const NOT_JSON = Symbol('not JSON');

/**
 * Parses lines of JSON into rows, without blank lines. Errors: BAD_REQUEST naming `body` for too
 * many lines.
 */
export function readLines(text: string): unknown[] {
  const lines = linesOf(text);
  if (lines.length > BATCH_ROWS_MAX)
    throw badField('body', `must have at most ${BATCH_ROWS_MAX} lines`);
  return lines.map((line) => {
    try {
      return JSON.parse(line);
    } catch {
      return NOT_JSON;
    }
  });
}

/** How many rows a batch has, in whatever form. */
export function countRows(batch: Static<typeof BatchInput>): number {
  if (typeof batch === 'string') return linesOf(batch).length;
  return Array.isArray(batch) ? batch.length : batch.features.length;
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '');
}

const rowSchema = closed(NewLotInput);
const isNewLot = newAjv({}).compile<LotDetails>(rowSchema);

/** Checks one row against its schema. Errors: BAD_REQUEST naming the wrong fields, or `row`. */
export function readLotDetails(row: unknown): LotDetails {
  if (row === NOT_JSON) throw badField('row', 'is not valid JSON');
  const unsafe = findUnsafeValue(row);
  if (unsafe !== undefined) throw badFields([unsafe]);
  dropNulls(rowSchema, row);
  if (!isNewLot(row)) throw badFields(toProblems(isNewLot.errors ?? [], 'row'));
  return row;
}
