import type { Static, TSchema } from 'typebox';
import type { StreamedBody } from './body.ts';
import type { EVENTS_TYPE } from './content-type.ts';
import type { EventBody } from './events.ts';

/** One answer of an operation: what it is called, and what its body is. */
export type ResponseDeclaration = Readonly<{
  description: string;
  /**
   * Of the value of JSON, of the text of any other content type, of the data of each event of a
   * stream; RawBytes where it is none of these.
   * Left out for an answer without a body, such as 304.
   */
  schema?: TSchema;
  /** `application/json` unless given. */
  contentType?: string;
  /**
   * Other content types it may come in, and the schema of each: an answer in one of them names it
   * in its Content-Type.
   */
  alternatives?: Readonly<Record<string, TSchema>>;
  /** Headers of this answer beyond those of every answer: name to description. */
  headers?: Readonly<Record<string, string>>;
}>;
export type Responses = Readonly<Record<number, ResponseDeclaration>>;

/** What a handler returns: a declared status with a body of its schema, or the bytes of one. */
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

export type AnyReply = {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** What an answer of a priced operation costs, US cents; its price unless given. */
  costCents?: number;
  /** Called once the answer is sent, or will never be. */
  whenSent?: () => void;
};

/** The schema of each content type that an answer may come in. */
export function schemasByType({
  schema,
  contentType = 'application/json',
  alternatives,
}: ResponseDeclaration): Record<string, TSchema> {
  return { ...(schema && { [contentType]: schema }), ...alternatives };
}
