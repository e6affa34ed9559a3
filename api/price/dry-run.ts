import { type Static, Type } from 'typebox';
import { answerOnce } from '../../src/access/idempotency/answer-once.ts';
import { CONFIDENCES, type Confidence } from '../../src/demand/rates/confidence.ts';
import { AppError } from '../../src/kit/errors.ts';
import { isObject } from '../../src/kit/is-object.ts';
import { named } from '../../src/kit/web/document/named.ts';
import { contentTypeHeader } from '../../src/kit/web/reply/content-type.ts';
import type { Api } from '../app.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import { readCall } from '../repeat/answer-repeat.ts';
import type { AnyReply } from '../reply/declaration.ts';
import { endpointName, FreeMeta, freeMeta } from './free-meta.ts';
import { quote } from './quote.ts';

const JSON_HEADERS = { 'Content-Type': contentTypeHeader('application/json') };
/** A call without HTTP may say `true` with the number 1. */
const TRUE_TEXTS = ['true', '1'];

export const DryRun = Type.Optional(
  Type.Boolean({
    description:
      'true: free of charge, say what the answer would cost now and whether the data suffices',
  }),
);

const Estimate = named(
  'Estimate',
  {
    would_cost_cents: Type.Integer({ minimum: 0, description: 'US cents' }),
    confidence: Type.Enum([...CONFIDENCES], {
      description: 'low also where there is no data at all',
    }),
    is_sufficient: Type.Boolean({ description: 'whether the confidence is more than low' }),
    reason: Type.Optional(Type.String({ description: 'why the data does not suffice, in words' })),
  },
  { description: 'With dry_run=true' },
);

/** The answer to every dry run. */
export const DryRunAnswer = named('DryRunAnswer', { data: Estimate, meta: FreeMeta });

/** Whether a query, checked or not yet checked, asks for a dry run. */
export function asksDryRun(query: unknown): boolean {
  return isObject(query) && 'dry_run' in query && TRUE_TEXTS.includes(String(query.dry_run));
}

/** The budgets of a call: those of its operation, or that of dry runs. */
export function budgetsOf({ price, budgets }: Operation, query: unknown): Operation['budgets'] {
  return price !== undefined && asksDryRun(query) ? ['dry_run'] : budgets;
}

/**
 * What the call would cost now, without charging or storing anything. Refusals are those of the
 * call itself, except that missing data is an answer. What was answered before under the call's
 * Idempotency-Key costs nothing more.
 */
export async function answerDryRun(
  api: Api,
  operation: Operation,
  request: OperationRequest,
): Promise<AnyReply> {
  const { call } = await readCall(api, operation, request);
  const found = await answerOnce(api.db, call, () =>
    estimate(api, operation, request).catch(missingData),
  );
  const data = 'response' in found ? estimateOf(operation, 0, levelIn(found.response)) : found;
  const meta = freeMeta(api, endpointName(operation.path), request.requestId);
  return { status: 200, headers: JSON_HEADERS, body: { data, meta } };
}

async function estimate(
  api: Api,
  operation: Operation,
  request: OperationRequest,
): Promise<Static<typeof Estimate>> {
  const quoted = await quote(api.meter, operation, request);
  const { status, sold } = await operation.handler(quoted, api);
  if (sold === undefined) return insufficient(operation.responses[status]?.description);
  const { costCents, confidence } = sold;
  if (request.caller !== undefined) await api.meter.check({ caller: request.caller, costCents });
  return estimateOf(operation, costCents, confidence);
}

function estimateOf(operation: Operation, costCents: number, confidence: Confidence) {
  if (confidence === 'low') return insufficient(operation.confidence?.low);
  return { would_cost_cents: costCents, confidence, is_sufficient: true };
}

function insufficient(reason = 'there is no data'): Static<typeof Estimate> {
  return { would_cost_cents: 0, confidence: 'low', is_sufficient: false, reason };
}

function missingData(error: unknown): Static<typeof Estimate> {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return insufficient(error.message);
  throw error;
}

/** The confidence of a stored answer. */
function levelIn({ meta }: Record<string, unknown>): Confidence {
  const level = isObject(meta) && 'confidence' in meta ? meta.confidence : undefined;
  return CONFIDENCES.find((one) => one === level) ?? 'low';
}
