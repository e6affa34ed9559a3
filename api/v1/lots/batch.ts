import { type Static, Type } from 'typebox';
import { findOperator } from '../../../src/access/operators/find-operator.ts';
import { figuresByPlan } from '../../../src/access/plans/plan-limits.ts';
import { checkCrs, toRawFeatures } from '../../../src/imports/lots/features/feature-collection.ts';
import { rowsOfDetails } from '../../../src/imports/lots/files/batch-rows.ts';
import { rowsOfFeatures } from '../../../src/imports/lots/files/feature-rows.ts';
import { turnAfterRest } from '../../../src/kit/pool/take-turns.ts';
import { LONG_CALL_MS_MAX } from '../../../src/kit/web/reply/deadline.ts';
import type { Rows } from '../../../src/parking/lots/write/batch/lot-rows.ts';
import { type BatchResult, writeBatch } from '../../../src/parking/lots/write/batch/write-batch.ts';
import type { Querier } from '../../../src/stores/postgres.ts';
import { IdempotencyHeaders } from '../../fields/idempotency-header.ts';
import { idempotentCall, REPLAYED_HEADERS } from '../../fields/idempotent-call.ts';
import { defineOperation } from '../../operation.ts';
import { BatchSchema } from './batch-shape.ts';
import { BatchInput, countRows, readLines, readLotDetails } from './input/batch-input.ts';

/** Larger batches take milliseconds per step, so they let other requests run between steps. */
const SHORT_BATCH_ROWS = 100;

export const createLotBatchOperation = defineOperation({
  operationId: 'createLotBatch',
  method: 'post',
  path: '/api/v1/lots/batch',
  summary: 'Create or update many lots',
  description:
    'A JSON array or lines of lots as POST /api/v1/lots takes them, or a GeoJSON ' +
    'FeatureCollection with OpenStreetMap keys. A ref makes a lot known again. Up to 1 MB. Your ' +
    `plan allows ${figuresByPlan('batches_per_minute')} batches a minute.`,
  tags: ['lots'],
  auth: { scope: 'lots:write' },
  budgets: ['write', 'batch'],
  deadlineMs: LONG_CALL_MS_MAX,
  rows: ({ body }) => countRows(body),
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
    const rows = await readRows(db, body, caller.operatorId);
    const rest = rows.count > SHORT_BATCH_ROWS ? turnAfterRest : () => undefined;
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

async function readRows(
  db: Querier,
  body: Static<typeof BatchInput>,
  operatorId: string,
): Promise<Rows> {
  if (typeof body === 'string') return rowsOfDetails(readLines(body), readLotDetails);
  if (Array.isArray(body)) return rowsOfDetails(body, readLotDetails);
  checkCrs('crs' in body ? body.crs : undefined, 'crs');
  const { name: operatorName } = await findOperator(db, operatorId);
  return rowsOfFeatures(toRawFeatures(body.features), {
    operatorName,
    dataLicense: undefined,
    isOsmExportAllowed: undefined,
    availabilityShown: undefined,
    reportsInformOnly: undefined,
  });
}

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
