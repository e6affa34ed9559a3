import { type Static, Type } from 'typebox';
import { rowsOfDetails, rowsOfFeatures } from '../../../src/lots/import/batch-rows.ts';
import { type BatchResult, writeBatch } from '../../../src/lots/write/write-batch.ts';
import { turnAfterRest } from '../../../src/turns/take-turns.ts';
import { nullable } from '../../fields/field-types.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { idempotentCall, REPLAYED_HEADERS } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { BatchInput, readLines, readLotDetails } from './batch-input.ts';

const RowResult = Type.Object({
  row: Type.Integer({ minimum: 1, description: 'Position in what was sent, from 1' }),
  status: Type.Enum(['created', 'updated', 'unchanged', 'rejected']),
  id: Type.Optional(Type.String({ format: 'uuid' })),
  name: Type.Optional(nullable(Type.String({ description: 'What a rejected row calls its lot' }))),
  field: Type.Optional(Type.String({ description: 'The first problem of a rejected row' })),
  reason: Type.Optional(Type.String()),
  problems: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), reason: Type.String() }), {
      description: 'All problems of a rejected row, up to 20',
    }),
  ),
});
const Count = Type.Integer({ minimum: 0 });
const BatchSchema = Type.Object({
  results: Type.Array(RowResult),
  created: Count,
  updated: Count,
  unchanged: Count,
  rejected: Count,
});

/** Larger batches take milliseconds per step, so they let other requests run between steps. */
const SHORT_BATCH_ROWS = 100;

export const createLotBatchOperation = defineOperation({
  operationId: 'createLotBatch',
  method: 'post',
  path: '/api/v1/lots/batch',
  summary: 'Create or update many lots',
  description:
    'A JSON array or lines of lots as POST /api/v1/lots takes them, or a GeoJSON ' +
    'FeatureCollection with OpenStreetMap keys. A ref makes a lot known again. Up to 1 MB.',
  tags: ['lots'],
  auth: { scope: 'lots:write' },
  budgets: ['write'],
  headers: IdempotencyHeaders,
  query: Type.Object({
    all_or_nothing: Type.Boolean({
      default: false,
      description: 'Write nothing, and answer 400, when one row cannot be used',
    }),
  }),
  bodyTypes: ['application/json', 'application/geo+json', 'application/x-ndjson'],
  body: BatchInput,
  responses: {
    200: {
      description: 'What became of each row; the rows that could be used are written',
      schema: BatchSchema,
      headers: { 'Idempotent-Replayed': 'true when an earlier call wrote them' },
    },
  },
  errors: ['CONFLICT'],

  async handler({ body, query, headers, caller, requestId }, { db }) {
    const rows =
      typeof body === 'string' || Array.isArray(body)
        ? rowsOfDetails(typeof body === 'string' ? readLines(body) : body, readLotDetails)
        : rowsOfFeatures(body);
    const rest = rows.openingHours.length > SHORT_BATCH_ROWS ? turnAfterRest : () => undefined;
    await rest();
    const key = headers['Idempotency-Key'];
    const call = idempotentCall(caller, 'createLotBatch', key, { body, ...query });
    await rest();
    const batch = { ...rows, isAllOrNothing: query.all_or_nothing };
    const { results, isReplay } = await writeBatch(db, caller, batch, { requestId, call });
    await rest();
    return { status: 200, body: present(results), ...(isReplay && { headers: REPLAYED_HEADERS }) };
  },
});

function present(results: BatchResult[]): Static<typeof BatchSchema> {
  const count = (status: BatchResult['status']) =>
    results.filter((result) => result.status === status).length;
  return {
    results,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    rejected: count('rejected'),
  };
}
