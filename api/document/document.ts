import { hash } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { chooseEncoding, type Encoding, encode } from '../../src/kit/web/compression/encoding.ts';
import { replyTagged, type TaggedReply } from '../../src/kit/web/reply/tagged.ts';

const CODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** What this service says of itself: a text or picture that is the same for every caller. */
export type Document = Readonly<{
  contentType: string;
  hash: string;
  /** Its bytes in a content coding, compressed once. */
  inCoding(coding: Encoding): Promise<Buffer>;
}>;

export function makeDocument(contentType: string, content: string | Uint8Array): Document {
  const bytes = Buffer.from(content);
  const coded = new Map<Encoding, Promise<Buffer>>();
  return {
    contentType,
    hash: hash('sha256', bytes, 'base64url'),
    inCoding(coding) {
      const known = coded.get(coding) ?? encode(bytes, coding);
      coded.set(coding, known);
      return known;
    },
  };
}

/** The headers that each document reads. */
export const DOCUMENT_HEADERS = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({ description: 'ETag of what you have: 304 while it is the same' }),
  ),
  'Accept-Encoding': Type.Optional(
    Type.String({ description: 'br, gzip or identity, with weights' }),
  ),
});

/** The answers of a document. */
export function documentResponses(description: string, contentType: string, schema: TSchema) {
  const headers = { ETag: 'Strong entity tag of these bytes', Vary: 'Accept-Encoding' };
  return {
    200: { description, contentType, schema, headers },
    304: { description: 'The caller has these bytes already' },
  } as const;
}

/**
 * Answers with a document; `more` are headers of this document alone. What decides which document
 * it is besides its coding is in `vary`.
 */
export async function replyWithDocument(
  { contentType, hash, inCoding }: Document,
  asked: Static<typeof DOCUMENT_HEADERS>,
  more: Record<string, string> = {},
  vary = 'Accept-Encoding',
): Promise<TaggedReply> {
  const coding = chooseEncoding(asked['Accept-Encoding'], CODINGS);
  const body = () => inCoding(coding);
  const tagged = { contentType, hash, coding, vary, body };
  return replyTagged(tagged, asked['If-None-Match'], more);
}
