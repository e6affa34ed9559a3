import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Caller } from '../../src/keys/caller.ts';
import { SPEND_CAP_CENTS_MAX } from '../../src/keys/spend-cap.ts';
import type { Confidence } from '../../src/market/market-rate.ts';
import type { Api } from '../app.ts';
import { IdempotencyHeaders } from '../fields/idempotency-header.ts';
import {
  type Auth,
  closeOperation,
  type Input,
  type Operation,
  type OperationRequest,
} from '../operation.ts';
import type { AnyReply, Reply, Responses } from '../reply/declaration.ts';

const MaxCostCents = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: SPEND_CAP_CENTS_MAX,
    description: 'US cents: refuse (403) when the answer could cost more',
  }),
);

const Meta = Type.Object({
  endpoint: Type.String(),
  cost_cents: Type.Integer({
    minimum: 0,
    description:
      'What this answer costs, US cents; 0 where confidence is low. Test keys pay nothing',
  }),
  confidence: Type.Enum(['low', 'medium', 'high'], {
    description:
      'low: fewer than 3 lots have a vote. high: at least 10 voting lots and 100 paid stays. ' +
      'medium: all between',
  }),
  timestamp: Type.String({ format: 'date-time' }),
  as_of: Type.String({ format: 'date-time', description: 'all up to here is included' }),
  request_id: Type.String(),
});

/** The answer to a question; with low confidence it is free. */
export type Found<T> = { data: T; confidence: Confidence; asOf: Date };

type Described = Pick<
  Operation,
  'operationId' | 'path' | 'summary' | 'description' | 'tags' | 'budgets' | 'errors'
>;

/**
 * Declares a question that is sold. The declaration states the price; everything that follows from
 * it (`max_cost_cents`, the Idempotency-Key and its replays, `meta.cost_cents`) is added here, and
 * the handler does not deal with it.
 */
export function definePriced<
  P extends TObject,
  Q extends TObject,
  D extends TSchema,
  const R extends Responses = Record<never, never>,
>(
  declaration: Described & {
    /** US cents for an answer of 200. */
    price: number;
    auth: Exclude<Auth, 'public'>;
    params?: P;
    query: Q;
    /** The schema of the data that is sold, and its description in the OpenAPI document. */
    data: D;
    dataDescription: string;
    /** Other answers, which are free. */
    responses?: R;
    handler(
      request: OperationRequest<Input<Static<P>, Static<Q>>, Caller>,
      api: Api,
    ): Promise<Found<Static<D>> | Reply<R>>;
  },
): Operation {
  const { data, dataDescription, query, responses, errors = [], ...declared } = declaration;
  return closeOperation({
    ...declared,
    method: 'get',
    headers: IdempotencyHeaders,
    query: Type.Object({ ...query.properties, max_cost_cents: MaxCostCents }),
    responses: {
      ...responses,
      200: {
        description: dataDescription,
        headers: { 'Idempotent-Replayed': 'true when this answer was given, and paid, before' },
        schema: Type.Object({ data, meta: Meta }),
      },
    },
    errors: [...errors, 'CONFLICT'],
    handler: (request, api) => sell(declaration, request, api),
  });
}

type Seller = Pick<Operation, 'path'> & {
  price: number;
  handler(request: OperationRequest, api: Api): Promise<Found<unknown> | AnyReply>;
};

async function sell(seller: Seller, request: OperationRequest, api: Api): Promise<AnyReply> {
  const found = await seller.handler(request, api);
  if ('status' in found) return found;
  const { data, confidence, asOf } = found;
  const costCents = confidence === 'low' ? 0 : seller.price;
  const meta: Static<typeof Meta> = {
    endpoint: seller.path.slice(seller.path.lastIndexOf('/') + 1),
    cost_cents: costCents,
    confidence,
    timestamp: new Date(api.clock.now()).toISOString(),
    as_of: asOf.toISOString(),
    request_id: request.requestId,
  };
  return { status: 200, costCents, body: { data, meta } };
}
