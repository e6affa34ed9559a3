import { type Static, Type } from 'typebox';
import { findOperator } from '../../../src/access/operators/find-operator.ts';
import { figuresByPlan } from '../../../src/access/plans/plan-limits.ts';
import { checkCrs, toRawFeatures } from '../../../src/imports/lots/features/feature-collection.ts';
import { rowsOfDetails } from '../../../src/imports/lots/files/batch-rows.ts';
import { rowsOfFeatures } from '../../../src/imports/lots/files/feature-rows.ts';
import { yieldAndRest } from '../../../src/kit/pool/time-slices.ts';
import { LONG_CALL_MS_MAX } from '../../../src/kit/web/reply/deadline.ts';
import type { Rows } from '../../../src/parking/lots/write/batch/lot-rows.ts';
import {
  type BatchResult,
  recallBatch,
  writeBatch,
} from '../../../src/parking/lots/write/batch/write-batch.ts';
import { type Querier, readClock } from '../../../src/stores/postgres.ts';
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
    },
  },
  repeat: {
    says: 'true when an earlier call wrote them',
    async asked({ body, query }) {
      await restAfter(countRows(body));
      return { body, ...query };
    },
    store: (results: BatchResult[]) => ({ results }),
    async recall({ results }, { body, caller }, { db }) {
      return present(await recallBatch(await readRows(db, body, caller.operatorId), results));
    },
    check: ({ body, caller }, { db }) => readRows(db, body, caller.operatorId),
    isIdle: ({ created, updated }) => created + updated === 0,
  },

  async handler({ body, query, caller, requestId, remember }, { db }) {
    const rows = await readRows(db, body, caller.operatorId);
    await restAfter(rows.count);
    const batch = { ...rows, isAllOrNothing: query.all_or_nothing };
    const results = await writeBatch(db, caller, batch, { requestId, remember });
    await restAfter(rows.count);
    return { status: 200, body: present(results) };
  },
});

async function restAfter(rowCount: number): Promise<void> {
  if (rowCount > SHORT_BATCH_ROWS) await yieldAndRest();
}

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
    now: await readClock(db),
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
