import { hashBody } from '../../src/access/idempotency/answer-once.ts';
import { AppError } from '../../src/kit/errors.ts';
import { isObject } from '../../src/kit/is-object.ts';
import { refuseUnpaid } from '../../src/money/invoices/invoice.ts';
import type { Meter } from '../../src/money/usage/meter.ts';
import type { Question } from '../../src/money/usage/purchases.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import type { Repeat } from '../repeat/repeat.ts';
import type { AnyReply } from '../reply/declaration.ts';

/** Query parameters of every priced operation that do not change its question. */
const NOT_ASKED = ['max_cost_cents', 'dry_run'];

/**
 * The request with what its answer costs now. Throws FORBIDDEN `cost_above_limit` when that is
 * above the caller's `max_cost_cents`, and `invoice_overdue`: such an answer is not even computed.
 */
export async function quote(
  meter: Meter,
  operation: Operation,
  request: OperationRequest,
): Promise<OperationRequest> {
  if (request.caller !== undefined) refuseUnpaid(request.caller);
  const costCents = await priceNow(meter, operation, request);
  const max = memberOf(request.query, 'max_cost_cents');
  if (typeof max === 'number' && max < costCents)
    throw new AppError('FORBIDDEN', `this answer costs ${costCents} cents`, {
      details: { reason: 'cost_above_limit', cost_cents: costCents },
    });
  return { ...request, costCents };
}

/** How an answer that was paid is given again: free of charge. */
export const PAID_BEFORE: Repeat<AnyReply, Record<string, unknown>, OperationRequest> = {
  says: 'true when this answer was given, and paid, before',
  asked: askedIn,
  store: ({ body }) => Object(body),
  recall(body) {
    const meta = isObject(body.meta) && { meta: { ...body.meta, cost_cents: 0 } };
    return { ...body, ...meta };
  },
};

/** The question of a call to an operation with a re-read price; undefined for any other. */
export function rereadable(
  { operationId, rereadPrice }: Operation,
  request: OperationRequest,
): Question | undefined {
  if (rereadPrice === undefined || request.caller === undefined) return undefined;
  const { id: keyId } = request.caller;
  return { keyId, operation: operationId, questionSha256: hashBody(askedIn(request)) };
}

async function priceNow(
  meter: Meter,
  operation: Operation,
  request: OperationRequest,
): Promise<number> {
  const { price = 0, rereadPrice = price } = operation;
  const question = rereadable(operation, request);
  return question !== undefined && (await meter.findReread(question)) ? rereadPrice : price;
}

/** The query has been checked by now: its values have their types, and defaults are filled in. */
function askedIn({ params, query }: OperationRequest): { params: unknown; query: object } {
  const members = Object.entries(Object(query)).filter(([name]) => !NOT_ASKED.includes(name));
  return { params, query: Object.fromEntries(members) };
}

function memberOf(part: unknown, name: string): unknown {
  return isObject(part) ? part[name] : undefined;
}
