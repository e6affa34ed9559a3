import type { StreamedBody } from './body.ts';
import { contentTypeHeader } from './content-type.ts';

/** Bytes that stay the same for a while, in one content coding. */
type Tagged = Readonly<{
  contentType: string;
  /** Of the bytes without a coding. */
  hash: string;
  /** `identity` for none. */
  coding: string;
  /** The headers that decide which bytes a caller gets. */
  vary: string;
  body(): Promise<Uint8Array | StreamedBody>;
}>;

export type TaggedReply =
  | { status: 200; headers: Record<string, string>; body: Uint8Array | StreamedBody }
  | { status: 304; headers: Record<string, string> };

/** Answers with a strong tag; 304 when the caller already has these bytes. */
export async function replyTagged(
  { contentType, hash, coding, vary, body }: Tagged,
  ifNoneMatch: string | undefined,
  more: Record<string, string> = {},
): Promise<TaggedReply> {
  const isCoded = coding !== 'identity';
  // Each coding has its own strong tag, because its bytes differ.
  const etag = isCoded ? `"${hash}-${coding}"` : `"${hash}"`;
  const headers = { ETag: etag, Vary: vary, 'Cache-Control': 'public, max-age=300', ...more };
  if (isKnown(ifNoneMatch, etag)) return { status: 304, headers };
  return {
    status: 200,
    headers: {
      'Content-Type': contentTypeHeader(contentType),
      ...headers,
      ...(isCoded && { 'Content-Encoding': coding }),
    },
    body: await body(),
  };
}

/** RFC 9110 13.1.2: `*`, or a list of tags; a weak tag matches like a strong one. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
