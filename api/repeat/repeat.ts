import type { TObject, TSchema } from 'typebox';
import { Type } from 'typebox';
import type { ErrorCode } from '../../src/kit/errors.ts';
import type { Api } from '../app.ts';
import type { Responses } from '../reply/declaration.ts';
import { KEY_FIELD, type KeyPlace, keyHeader } from './idempotency-key.ts';

/**
 * How an operation recognises and answers the repeat of a call, which has the same
 * Idempotency-Key. `T` is what its work writes, `S` what is stored of that.
 */
export type Repeat<
  T = unknown,
  S extends object = object,
  Request = unknown,
  Body = unknown,
> = Readonly<{
  /** What the header Idempotent-Replayed says, for the documents. */
  says: string;
  /** Where the key may be; only in the header unless given. */
  key?: KeyPlace;
  /** The operation whose keys these are, where that is another one. */
  of?: string;
  /** What is stored of the work, without anything personal or secret. */
  store(result: T, api: Api): S;
  /** The body of the answer to a repeat. */
  recall(stored: S, request: Request, api: Api): Body | Promise<Body>;
  /** What a repeat must ask for, too; the parameters of the path and the fields of the body. */
  asked?(request: Request): object | Promise<object>;
  /** Throws what the call is refused with even where its key is known. */
  check?(request: Request, api: Api): unknown;
  /** Whether nothing was left to do: perhaps because a concurrent repeat has done it. */
  isIdle?(body: Body): boolean;
  /** Whether an error came after the work was stored: then it is not answered as a repeat. */
  isLate?(error: unknown): boolean;
}>;

type Repeatable = Readonly<{
  repeat?: Repeat;
  headers?: TObject;
  body?: TSchema;
  responses: Responses;
  errors?: readonly ErrorCode[];
}>;

/** The status of the answers that can be repeated: the first that is declared. */
export const repeatedStatus = (responses: Responses) => Number(Object.keys(responses)[0]);

/**
 * The declaration with what follows from its `repeat`: the header or the field for the key, the
 * header of the answer to a repeat, and CONFLICT for a key that was used for another request.
 */
export function withRepeat<O extends Repeatable>(operation: O): O {
  const { repeat, headers, body, responses, errors = [] } = operation;
  if (repeat === undefined) return operation;
  const { key = 'header', says } = repeat;
  const status = repeatedStatus(responses);
  const answer = responses[status];
  if (answer === undefined) throw new Error('an operation has an answer');
  const replayed = { ...answer.headers, 'Idempotent-Replayed': says };
  return {
    ...operation,
    headers: Type.Object({ ...keyHeader(key), ...headers?.properties }),
    ...(key !== 'header' && body && 'properties' in body && { body: withField(body) }),
    responses: { ...responses, [status]: { ...answer, headers: replayed } },
    errors: [...errors, 'CONFLICT'],
  };
}

function withField(body: TSchema & { properties: unknown }): TSchema {
  return { ...body, properties: { ...Object(body.properties), ...KEY_FIELD } };
}
