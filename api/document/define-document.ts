import type { TSchema } from 'typebox';
import { oncePer } from '../../src/kit/cache/once-per.ts';
import type { Api } from '../app.ts';
import { defineOperation, type Operation } from '../operation.ts';
import {
  DOCUMENT_HEADERS,
  documentResponses,
  makeDocument,
  replyWithDocument,
} from './document.ts';

/** What one document declares. */
type DocumentDeclaration = Pick<Operation, 'operationId' | 'path' | 'summary' | 'deprecated'> & {
  description: string;
  /** What the answer is, in one line. */
  answer: string;
  contentType: string;
  /** The schema of the JSON value, or of the text; RawBytes for bytes. */
  schema: TSchema;
  /** The text or bytes, made when they are first asked for. */
  make(api: Api): string | Uint8Array;
  /** Headers of this document alone. */
  headersOf?(api: Api): Record<string, string>;
};

/**
 * Declares a public text that the service says of itself. It is made once for each service, and
 * stays the same as long as the service runs.
 */
export function defineDocument({
  answer,
  contentType,
  schema,
  make,
  headersOf,
  ...declared
}: DocumentDeclaration): Operation {
  const documentOf = oncePer((api: Api) => makeDocument(contentType, make(api)));
  return defineOperation({
    ...declared,
    method: 'get',
    tags: ['meta'],
    auth: 'public',
    budgets: ['read'],
    headers: DOCUMENT_HEADERS,
    responses: documentResponses(answer, contentType, schema),
    async handler({ headers }, api) {
      return replyWithDocument(documentOf(api), headers, headersOf?.(api));
    },
  });
}
