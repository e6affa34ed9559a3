import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '../src/errors.ts';
import type { Caller } from '../src/keys/caller.ts';
import type { KeyBudget } from '../src/keys/rate-limits.ts';
import type { Scope } from '../src/keys/scopes.ts';
import type { Plan } from '../src/pricing/platform-fee.ts';
import type { CommonBudget } from './access/budgets.ts';
import type { Api } from './app.ts';
import { RawBytes } from './fields/raw-bytes.ts';
import { type BodyType, checkBodyTypes } from './input/body-types.ts';
import { closed } from './input/closed.ts';
import type { AnyReply, Reply, Responses } from './reply/declaration.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** `public`: a key is optional, but one that is sent must be valid. `orScopes` do as well. */
export type Auth =
  | 'public'
  | Readonly<{ scope: Scope; orScopes?: readonly Scope[]; plans?: readonly Plan[] }>;

/** Of these scopes any one is enough. */
export function scopesOf(auth: Exclude<Auth, 'public'>): readonly Scope[] {
  return [auth.scope, ...(auth.orScopes ?? [])];
}

/** The parts of a request, each already of its schema. */
export type Input<P = unknown, Q = unknown, H = unknown, B = unknown> = {
  params: P;
  query: Q;
  headers: H;
  body: B;
};

export type OperationRequest<I extends Input = Input, C = Caller | undefined> = I & {
  caller: C;
  /** The world to look into: the key's, or the live one without a key. */
  livemode: boolean;
  /** The agent platform of the key, else the one the request names, else null. */
  agentPlatform: string | null;
  requestId: string;
  /** Address of the caller. */
  ip: string;
};

type Common = Readonly<{
  operationId: string;
  method: Method;
  /** As in the document: `/api/v1/lots/{lot_id}`. */
  path: `/${string}`;
  summary: string;
  /** At most 300 characters. */
  description?: string;
  tags: readonly string[];
  /** Budgets of a caller with a key; without one its address draws from the public one. */
  budgets: readonly [CommonBudget, ...KeyBudget[]];
  /** Content types of the body; `application/json` alone unless told. */
  bodyTypes?: readonly [BodyType, ...BodyType[]];
  /** Codes that only this operation answers, beyond those that follow from the rest. */
  errors?: readonly ErrorCode[];
}>;

/** One endpoint. The types of its own request and answers are known to its declaration only. */
export type Operation = Common &
  Readonly<{
    auth: Auth;
    params?: TObject;
    query?: TObject;
    headers?: TObject;
    body?: TSchema;
    responses: Responses;
    /** Charged for an answer of 200 to GET by a live key, US cents. Declared by definePriced. */
    price?: number;
    agentPlatform?(input: Input): string | undefined;
    handler(request: OperationRequest, api: Api): Promise<AnyReply>;
  }>;

/**
 * Whether no body says as much as an empty object: where nothing in it is required. A change that
 * says nothing is none, so PATCH needs one.
 */
export function isBodyOptional({ method, body }: Pick<Operation, 'method' | 'body'>): boolean {
  if (method === 'patch' || body === undefined || !('properties' in body)) return false;
  return !('required' in body && Array.isArray(body.required) && body.required.length > 0);
}

type Empty = TObject<Record<never, TSchema>>;
type InputOf<P extends TSchema, Q extends TSchema, H extends TSchema, B extends TSchema> = Input<
  Static<P>,
  Static<Q>,
  Static<H>,
  Static<B>
>;

/**
 * Declares an endpoint. Request objects are closed: a field or query parameter that is not declared
 * is refused. A property with a default may be left out. Headers are declared in their usual
 * spelling and read under it; headers that are not declared stay unseen. Throws at start when a
 * schema cannot be closed.
 */
export function defineOperation<
  const R extends Responses,
  const A extends Auth,
  P extends TObject = Empty,
  Q extends TObject = Empty,
  H extends TObject = Empty,
  B extends TSchema = TSchema,
>(
  declaration: Common &
    Readonly<{
      auth: A;
      params?: P;
      query?: Q;
      headers?: H;
      body?: B;
      responses: R;
      /** The agent platform that the request itself names. */
      agentPlatform?(input: InputOf<P, Q, H, B>): string | undefined;
      handler(
        request: OperationRequest<
          InputOf<P, Q, H, B>,
          A extends 'public' ? Caller | undefined : Caller
        >,
        api: Api,
      ): Promise<Reply<R>>;
    }>,
): Operation {
  return closeOperation(declaration);
}

/** The operation with closed request objects. Throws where its body can be none of its types. */
export function closeOperation(operation: Operation): Operation {
  const { params, query, headers, body, bodyTypes } = operation;
  checkBodyTypes(body, bodyTypes);
  return {
    ...operation,
    ...(params && { params: closed(params) }),
    ...(query && { query: closed(query) }),
    ...(headers && { headers: closed(headers) }),
    ...(body && { body: body === RawBytes ? body : closed(body) }),
  };
}
