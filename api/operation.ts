import type { Static, TObject, TSchema } from 'typebox';
import type { AuditedQuestion } from '../src/access/audit/audit-agent-calls.ts';
import type { Remember } from '../src/access/idempotency/remember.ts';
import type { Plan } from '../src/access/plans/platform-fee.ts';
import type { Principal } from '../src/access/principals/principal.ts';
import type { Scope } from '../src/access/principals/scopes.ts';
import type { ErrorCode } from '../src/kit/errors.ts';
import { withName } from '../src/kit/web/document/named.ts';
import { type BodyType, checkBodyTypes, RawBytes } from '../src/kit/web/input/body-types.ts';
import { closed } from '../src/kit/web/input/closed.ts';
import type { StreamedBody } from '../src/kit/web/reply/body.ts';
import type { CallBudget, CommonBudget } from './access/budgets.ts';
import type { BudgetLeft } from './access/budgets-left.ts';
import type { Api } from './app.ts';
import type { ConfidenceRule } from './price/price-item.ts';
import { type Repeat, withRepeat } from './repeat/repeat.ts';
import { type AnyReply, type Reply, type Responses, withNames } from './reply/declaration.ts';
import { checkDeprecation, type Deprecation, withText } from './reply/deprecation.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a key needs beside being valid. Any one of `scope` and `orScopes` is enough. */
export type KeyNeeds = Readonly<{
  scope: Scope;
  orScopes?: readonly Scope[];
  plans?: readonly Plan[];
  /** A person without these scopes may call it for what is their own; the handler sees to that. */
  ownOfPersons?: true;
}>;

/**
 * `public`: a key is optional, but must be valid if sent. `key`: any valid key will do, whatever
 * its scopes.
 */
export type Auth = 'public' | 'key' | KeyNeeds;

/** A key needs at least one of these scopes; none where every caller or every key may call. */
export function scopesOf(auth: Auth): readonly Scope[] {
  return typeof auth === 'string' ? [] : [auth.scope, ...(auth.orScopes ?? [])];
}

/** The parts of a request, each already checked against its schema. */
export type Input<P = unknown, Q = unknown, H = unknown, B = unknown> = {
  params: P;
  query: Q;
  headers: H;
  body: B;
};

export type OperationRequest<
  I extends Input = Input,
  C = Principal | undefined,
  T = unknown,
> = I & {
  /** Its agent platform is the key's, otherwise the body's, otherwise the header's. */
  caller: C;
  /**
   * Whether the live mode is meant rather than the test mode: the key's, or live without a key.
   */
  livemode: boolean;
  /** What an answer of a priced operation costs now, US cents; 0 for all other operations. */
  costCents: number;
  requestId: string;
  ip: string;
  /** For the statement that writes `T`: what it stores for repeats of the call, if it has a key. */
  remember: Remember<T> | undefined;
  /** What is left of the budgets of the caller's key; nothing without a key. */
  budgetsLeft(): BudgetLeft[];
  /** Aborted when the caller hangs up, and when the service stops. For handlers that wait. */
  leaving(): AbortSignal;
  /**
   * For handlers that wait: throws what the call would be refused with now, for example because its
   * key was revoked meanwhile. It draws from no budget.
   */
  checkKey(): Promise<void>;
};

/** What is recorded of the answers to questions about parking in some place. */
export type Records<I extends Input = Input> = Readonly<{
  /** Whose questions become searches. */
  searchesOf: 'everyone' | 'agents';
  /** What the audit row of an agent's call says was asked; that of any read unless given. */
  audit?(input: I): AuditedQuestion;
}>;

type Common = Readonly<{
  operationId: string;
  method: Method;
  /** As in the OpenAPI document, for example `/api/v1/lots/{lot_id}`. */
  path: `/${string}`;
  summary: string;
  /** At most 300 characters. */
  description?: string;
  tags: readonly string[];
  /**
   * Budgets of a caller with a key. A caller without one draws from the public budget of its
   * address.
   */
  budgets: readonly [CommonBudget, ...CallBudget[]];
  /** Content types of the body; only `application/json` unless given. */
  bodyTypes?: readonly [BodyType, ...BodyType[]];
  /**
   * A probe of an orchestrator: all callers get the same answer. No key is looked at, no budget is
   * drawn from, and plaintext is answered, except where this process does TLS itself.
   */
  isProbe?: true;
  /** Every call is an agent's: of this platform where nothing names another. */
  agentPlatformDefault?: string;
  /** A person calls it only shortly after proving who they are, not with an old sign-in. */
  isSensitive?: true;
  /** A statement of it writes the audit row of what was asked, unless the call is refused. */
  isAuditedByHandler?: true;
  /** How long a call may take, in ms, where that is longer than usual. */
  deadlineMs?: number;
  /** Error codes that do not follow from the rest of the declaration. */
  errors?: readonly ErrorCode[];
  /** Says that the operation will go: answers, documents and lists say so from this alone. */
  deprecated?: Deprecation;
}>;

/** One endpoint. Only its declaration knows the types of its request and answers. */
export type Operation = Common &
  Readonly<{
    auth: Auth;
    params?: TObject;
    query?: TObject;
    headers?: TObject;
    body?: TSchema;
    responses: Responses;
    /** US cents charged to a live key for an answer of 200. Declared by definePriced. */
    price?: number;
    /** US cents for the same question by the same key within an hour of paying the price. */
    rereadPrice?: number;
    /** When an answer of a priced operation has which confidence. */
    confidence?: ConfidenceRule;
    /** Writes the body of an answer of 200 as CSV, where that can be asked for. */
    presentCsv?(body: unknown): string;
    agentPlatform?(input: Input): string | undefined;
    /**
     * How many rows of the operator's own the call may write. Where it is declared, calls draw
     * these and the bytes of their bodies from the budgets of the operator.
     */
    rows?(input: Input): number;
    /** That and how repeats of a call are answered as the first one. */
    repeat?: Repeat;
    records?: Records;
    handler(request: OperationRequest, api: Api): Promise<AnyReply>;
  }>;

/**
 * Whether the body may be left out, which then counts as an empty object: nothing in it is
 * required. A PATCH always needs a body, because an empty change changes nothing.
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

type BodyOf<R extends Responses> = Exclude<Reply<R>['body'], Uint8Array | StreamedBody>;
export type CallerOf<A> = A extends 'public' ? Principal | undefined : Principal;

/**
 * Declares an endpoint. Request objects are closed: a field or query parameter that is not declared
 * is refused. A property with a default may be left out. Headers are declared and read in their
 * usual spelling; headers that are not declared are not passed on. Throws at start when a schema
 * cannot be closed.
 */
export function defineOperation<
  const R extends Responses,
  const A extends Auth,
  P extends TObject = Empty,
  Q extends TObject = Empty,
  H extends TObject = Empty,
  B extends TSchema = TSchema,
  T = unknown,
  S extends object = object,
>(
  declaration: Common &
    Readonly<{
      auth: A;
      params?: P;
      query?: Q;
      headers?: H;
      body?: B;
      responses: R;
      /** The agent platform that the body names. */
      agentPlatform?(input: InputOf<P, Q, H, B>): string | undefined;
      /** How many rows of the operator's own the call may write. */
      rows?(input: InputOf<P, Q, H, B>): number;
      /** That and how repeats of a call are answered as the first one. */
      repeat?: Repeat<T, S, OperationRequest<InputOf<P, Q, H, B>, CallerOf<A>>, BodyOf<R>>;
      /** How its answers are recorded; each then has to say what was `answered`. */
      records?: Records<InputOf<P, Q, H, B>>;
      handler(
        request: OperationRequest<InputOf<P, Q, H, B>, CallerOf<A>, T>,
        api: Api,
      ): Promise<Reply<R>>;
    }>,
): Operation {
  return closeOperation(declaration);
}

/**
 * The operation with closed request objects. A body and answers without names are named after it.
 * Throws when its body schema does not fit its content types, or when it would go too early.
 */
export function closeOperation(declared: Operation): Operation {
  const operation = withRepeat(declared);
  const { params, query, headers, body, bodyTypes, deprecated } = operation;
  checkBodyTypes(body, bodyTypes);
  if (deprecated) checkDeprecation(deprecated);
  const subject = subjectOf(operation);
  return {
    ...operation,
    ...(deprecated && { description: withText(operation.description, deprecated) }),
    ...(params && { params: closed(params) }),
    ...(query && { query: closed(query) }),
    ...(headers && { headers: closed(headers) }),
    ...(body && {
      body: body === RawBytes ? body : closed(withName(`${subject}Request`, body)),
    }),
    responses: withNames(`${subject}Response`, operation.responses),
  };
}

/** The id of the operation as the beginning of a name: `GetLot` for `getLot`. */
export function subjectOf({ operationId }: Pick<Operation, 'operationId'>): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1);
}
