import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { SPEND_CAP_CENTS_MAX } from '../../src/access/keys/spend-cap.ts';
import type { Principal } from '../../src/access/principals/principal.ts';
import { CONFIDENCES, type Confidence } from '../../src/demand/rates/confidence.ts';
import { named, withName } from '../../src/kit/web/document/named.ts';
import type { PartlyWritten } from '../../src/kit/web/reply/written-json.ts';
import type { Api } from '../app.ts';
import { RequestId } from '../fields/ids.ts';
import {
  closeOperation,
  type Input,
  type KeyNeeds,
  type Operation,
  type OperationRequest,
  subjectOf,
} from '../operation.ts';
import type { AnyReply, Reply, Responses } from '../reply/declaration.ts';
import { CSV_HEADERS, CSV_QUERY, CSV_TYPE } from './csv-form.ts';
import { DryRun, DryRunAnswer } from './dry-run.ts';
import { endpointName } from './free-meta.ts';
import { type ConfidenceRule, describeRule } from './price-item.ts';
import { PAID_BEFORE } from './quote.ts';

const MaxCostCents = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: SPEND_CAP_CENTS_MAX,
    description: 'US cents: refuse (403) when the answer could cost more',
  }),
);

/** The `meta` of a priced answer. */
const metaOf = (subject: string, rule: ConfidenceRule) =>
  named(`${subject}Meta`, {
    endpoint: Type.String(),
    cost_cents: Type.Integer({
      minimum: 0,
      description:
        'What this answer costs, US cents; 0 where confidence is low. Test keys pay nothing',
    }),
    confidence: Type.Enum([...CONFIDENCES], { description: describeRule(rule) }),
    timestamp: Type.String({ format: 'date-time' }),
    as_of: Type.String({ format: 'date-time', description: 'all up to here is included' }),
    request_id: RequestId(),
  });

type SoldMeta = ReturnType<typeof metaOf>;

/** The answer to a question; with low confidence it is free. Its data may be written already. */
type Found<T> = { data: PartlyWritten<T>; confidence: Confidence; asOf: Date };

/** The content type and the shape of an answer. */
type Form<T> = Readonly<{
  /** Of JSON, such as application/geo+json; a dry run is answered in application/json. */
  contentType: string;
  /** The schema of the whole body, which must contain the meta. */
  schema(meta: SoldMeta): TSchema;
  /** The whole body, an object with the meta as its member `meta`. */
  present(data: PartlyWritten<T>, meta: Static<SoldMeta>): object;
}>;

type Described = Pick<
  Operation,
  'operationId' | 'path' | 'summary' | 'description' | 'tags' | 'budgets' | 'errors' | 'deprecated'
>;

/**
 * Declares a question that is sold. The declaration states the price and the rule of its
 * confidence; everything that follows from them (`max_cost_cents`, `dry_run`, the Idempotency-Key
 * and its replays, the price of a re-read, `meta`) is added here, and the handler does not deal
 * with it. Throws at start when a re-read would not cost less.
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
    /**
     * US cents for the same question by the same key within an hour of paying the price; the price
     * unless given.
     */
    rereadPrice?: number;
    confidence: ConfidenceRule;
    auth: KeyNeeds;
    params?: P;
    query: Q;
    /** The schema of the data that is sold, and its description in the OpenAPI document. */
    data: D;
    dataDescription: string;
    /** How the data is sent, where that is not `{ data, meta }` in JSON. */
    form?: Form<Static<D>>;
    /** The lines of the data as CSV, where they can be asked for; without its meta. */
    csv?: { description: string; present(data: Static<D>): string };
    /** Other answers, which are free. */
    responses?: R;
    handler(
      request: OperationRequest<Input<Static<P>, Static<Q>>, Principal>,
      api: Api,
    ): Promise<Found<Static<D>> | Reply<R>>;
  },
): Operation {
  const { data, dataDescription, form, csv, query, responses, ...declared } = declaration;
  const { price, rereadPrice = 0, confidence } = declaration;
  if (rereadPrice >= price) throw new Error(`${declared.operationId}: a re-read is no cheaper`);
  const subject = subjectOf(declared);
  const meta = metaOf(subject, confidence);
  return closeOperation({
    ...declared,
    method: 'get',
    ...(csv && { headers: Type.Object(CSV_HEADERS) }),
    repeat: PAID_BEFORE,
    query: Type.Object({
      ...query.properties,
      ...(csv && CSV_QUERY),
      max_cost_cents: MaxCostCents,
      dry_run: DryRun,
    }),
    responses: {
      ...responses,
      200: {
        description: dataDescription,
        ...(form === undefined
          ? {
              schema: soldOrNot(subject, data, meta),
              ...(csv && {
                alternatives: { [CSV_TYPE]: Type.String({ description: csv.description }) },
              }),
            }
          : {
              contentType: form.contentType,
              schema: form.schema(meta),
              alternatives: { 'application/json': DryRunAnswer },
            }),
      },
    },
    ...(csv && { presentCsv: (body: unknown) => csv.present((body as { data: Static<D> }).data) }),
    handler: (request, api) => sell(declaration, request, api),
  });
}

/** A dry run is answered in the same content type as what is sold. */
function soldOrNot(subject: string, data: TSchema, meta: SoldMeta): TSchema {
  const sold = { data: withName(`${subject}Data`, data), meta };
  return Type.Union([named(`${subject}Sold`, sold), DryRunAnswer]);
}

type Seller = Pick<Operation, 'path'> & {
  form?: Form<unknown>;
  handler(request: OperationRequest, api: Api): Promise<Found<unknown> | AnyReply>;
};

async function sell(seller: Seller, request: OperationRequest, api: Api): Promise<AnyReply> {
  const found = await seller.handler(request, api);
  if ('status' in found) return found;
  const { data, confidence, asOf } = found;
  const costCents = confidence === 'low' ? 0 : request.costCents;
  const meta: Static<SoldMeta> = {
    endpoint: endpointName(seller.path),
    cost_cents: costCents,
    confidence,
    timestamp: new Date(api.clock.now()).toISOString(),
    as_of: asOf.toISOString(),
    request_id: request.requestId,
  };
  const body = seller.form === undefined ? { data, meta } : seller.form.present(data, meta);
  return { status: 200, sold: { costCents, confidence }, body };
}
