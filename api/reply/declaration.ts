import type { Static, TSchema } from 'typebox';
import type { Confidence } from '../../src/demand/rates/confidence.ts';
import type { Question } from '../../src/demand/searches/search-by.ts';
import { withName } from '../../src/kit/web/document/named.ts';
import type { StreamedBody } from '../../src/kit/web/reply/body.ts';
import type { EVENTS_TYPE } from '../../src/kit/web/reply/content-type.ts';
import type { EventBody } from '../../src/kit/web/reply/events.ts';

/** One answer of an operation: its description and its body. */
export type ResponseDeclaration = Readonly<{
  description: string;
  /**
   * The schema of the JSON value, of the text for other content types, or of the data of each event
   * for a stream; RawBytes for everything else. Left out for an answer without a body, such as 304.
   */
  schema?: TSchema;
  /** `application/json` unless given. */
  contentType?: string;
  /**
   * Other content types of this answer, with the schema of each. An answer in one of them names it
   * in its Content-Type.
   */
  alternatives?: Readonly<Record<string, TSchema>>;
  /** Headers of this answer besides those of every answer: name to description. */
  headers?: Readonly<Record<string, string>>;
}>;
export type Responses = Readonly<Record<number, ResponseDeclaration>>;

/**
 * What a handler returns: a declared status, with a body that matches its schema or is already
 * bytes.
 */
export type Reply<R extends Responses> = AnyReply &
  {
    [S in keyof R]: R[S] extends { schema: infer T extends TSchema }
      ? { status: S; body: BodyOf<R[S], Static<T>> }
      : R[S] extends { alternatives: object }
        ? { status: S; body: Uint8Array | StreamedBody }
        : { status: S; body?: undefined };
  }[keyof R];

type BodyOf<D, T> = D extends { contentType: typeof EVENTS_TYPE }
  ? EventBody<T>
  : T | Uint8Array | StreamedBody;

/**
 * A question about parking in some place, with what was found. `hasMore`: at least so many lots.
 * `isFurtherPage`: of a search whose first page was answered before.
 */
export type Answered = Readonly<{
  question: Question;
  hasMore?: boolean;
  isFurtherPage?: boolean;
}>;

export type AnyReply = {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** What an operation with `records` has answered. */
  answered?: Answered;
  /** What this answer of a priced operation costs, US cents, and how confident it is. */
  sold?: Readonly<{ costCents: number; confidence: Confidence }>;
  /** Called once the answer is sent, or will never be sent. */
  whenSent?: () => void;
};

/** The schema of each content type of an answer. */
export function schemasByType({
  schema,
  contentType = 'application/json',
  alternatives,
}: ResponseDeclaration): Record<string, TSchema> {
  return { ...(schema && { [contentType]: schema }), ...alternatives };
}

/** The answers, in which each body that needs a name and has none gets this one. */
export function withNames(name: string, responses: Responses): Responses {
  const named = Object.entries(responses).map(([status, { schema, alternatives, ...more }]) => [
    status,
    {
      ...more,
      ...(schema && { schema: withName(name, schema) }),
      ...(alternatives && { alternatives: withNamesByType(name, alternatives) }),
    },
  ]);
  return Object.fromEntries(named);
}

function withNamesByType(name: string, schemas: Readonly<Record<string, TSchema>>) {
  const named = Object.entries(schemas).map(([type, one]) => [type, withName(name, one)]);
  return Object.fromEntries(named);
}
