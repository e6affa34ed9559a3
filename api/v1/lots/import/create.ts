import { Type } from 'typebox';
import { importOwnLots } from '../../../../src/imports/lots/import-own-lots.ts';
import { nullable } from '../../../../src/kit/web/document/field-types.ts';
import { named } from '../../../../src/kit/web/document/named.ts';
import { LONG_CALL_MS_MAX } from '../../../../src/kit/web/reply/deadline.ts';
import { LICENSE_LENGTH_MAX } from '../../../../src/parking/lots/fields/data-license.ts';
import { BATCH_ROWS_MAX } from '../../../../src/parking/lots/write/batch/write-batch.ts';
import { defineOperation } from '../../../operation.ts';
import { ImportSchema } from './import-shape.ts';

const COLUMN_LENGTH_MAX = 200;
const COLUMNS_MAX = 100;

const Name = (description: string) =>
  Type.String({ minLength: 1, maxLength: COLUMN_LENGTH_MAX, description });

export const importLotsOperation = defineOperation({
  operationId: 'importLots',
  method: 'post',
  path: '/api/v1/lots/import',
  summary: 'Import a file of lots, or see what it would do',
  description:
    'A table (CSV), GeoJSON, ParkAPI, OpenStreetMap XML, Overpass JSON or what this service ' +
    'exports. A lot is known again by its ref, so a file that is imported twice changes nothing. ' +
    `Up to 1 MB and ${BATCH_ROWS_MAX} rows; rows that cannot be used are rejected one by one.`,
  tags: ['lots'],
  auth: { scope: 'lots:write' },
  budgets: ['write', 'batch'],
  deadlineMs: LONG_CALL_MS_MAX,
  rows: ({ body, query }) => (query.dry_run ? 0 : countRows(body.file)),
  query: Type.Object({
    dry_run: Type.Boolean({ default: false, description: 'Write nothing' }),
  }),
  body: Type.Object(
    {
      file: Type.String({ minLength: 1, description: 'The text of the file' }),
      map: Type.Optional(
        Type.Array(
          named('ColumnMeaningInput', {
            field: Name('What it stands for, such as name'),
            column: Name('The column, as the header calls it'),
          }),
          { maxItems: COLUMNS_MAX, description: 'Columns of a table that are not understood' },
        ),
      ),
      data_license: Type.Optional(
        nullable(
          Type.String({
            maxLength: LICENSE_LENGTH_MAX,
            description: 'Licence of the data, an SPDX identifier; left out: lots keep theirs',
          }),
        ),
      ),
    },
    { examples: [{ file: 'ref,name,lat,lng,capacity\nelm-1,Elm Street 1,41.2,-99.61,20\n' }] },
  ),
  responses: { 200: { description: 'What became of the file, or would', schema: ImportSchema } },

  async handler({ body, query, caller, requestId }, { db }) {
    const { file, map, data_license: dataLicense } = body;
    const columns = map?.map((one): [string, string] => [one.field, one.column]);
    const meanings = columns && Object.fromEntries(columns);
    const input = { file, map: meanings, dataLicense, isDryRun: query.dry_run };
    return { status: 200, body: await importOwnLots(db, caller, input, requestId) };
  },
});

/** What begins a lot, by the first sign of the file; a line where it is a table. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  '<': /<(?:node|way|relation)\b/g,
  '{': /"Feature"|"id"\s*:/g,
  '[': /\{/g,
};

/** How many lots a file may have. */
function countRows(file: string): number {
  const [first = ''] = file.trimStart();
  return file.match(BEGINNINGS[first] ?? /\n/g)?.length ?? 1;
}
