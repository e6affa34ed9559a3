import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { LONG_CALL_MS_MAX } from '../../src/kit/web/reply/deadline.ts';
import type { TaggedReply } from '../../src/kit/web/reply/tagged.ts';
import type { FeedForm } from '../../src/outbound/feeds/feed-form.ts';
import type { MapFeed } from '../../src/outbound/feeds/map-feed.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { readBoundingBox } from './bounding-box.ts';
import { replyWithFeed } from './feed-reply.ts';
import type { Feeds } from './feeds.ts';

/** What one public feed declares. */
type FeedDeclaration<Q extends TObject> = Pick<
  Operation,
  'operationId' | 'path' | 'summary' | 'tags' | 'deprecated'
> & {
  description?: string;
  /** What the answer is, in one line. */
  answer: string;
  /** The form of the feeds that `feedOf` chooses. */
  form: FeedForm;
  /** The schema of the answer: of its text or bytes, if it is not JSON. */
  schema: TSchema;
  /** The schemas of other content types, whose feeds `feedOf` may also choose. */
  alternatives?: Readonly<Record<string, TSchema>>;
  /** Query parameters beside `bbox`. */
  query?: Q;
  feedOf(feeds: Feeds, asked: { livemode: boolean; query: Static<Q> }): MapFeed;
};

type NoQuery = TObject<Record<never, TSchema>>;

export const BOX = Type.Optional(
  Type.String({ description: 'west,south,east,north in degrees; west > east: across 180' }),
);

/** The headers that each feed reads. */
export const FEED_HEADERS = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({ description: 'ETag of what you have: 304 while it is the same' }),
  ),
  'Accept-Encoding': Type.Optional(
    Type.String({ description: 'br, gzip or identity, with weights; br up to 512 kB' }),
  ),
});

/**
 * Declares a public feed of things on the map, whole or within a box; of the key's mode, or of the
 * live mode without a key.
 */
export function defineFeed<Q extends TObject = NoQuery>({
  answer,
  form,
  schema,
  alternatives = {},
  query,
  feedOf,
  ...feed
}: FeedDeclaration<Q>): Operation {
  const responses = feedResponses(answer, form.contentType, schema);
  return defineOperation({
    ...feed,
    method: 'get',
    auth: 'public',
    budgets: ['read'],
    deadlineMs: LONG_CALL_MS_MAX,
    query: Type.Object({ bbox: BOX, ...query?.properties }),
    headers: FEED_HEADERS,
    responses: { ...responses, 200: { ...responses[200], alternatives } },
    async handler({ query: asked, headers, livemode, ip }, { feeds }) {
      const { bbox, ...more } = asked;
      const box = bbox === undefined ? null : readBoundingBox(bbox);
      return inItsPlace(feeds, ip, async () => {
        // `more` was checked against `query`.
        const part = await feedOf(feeds, { livemode, query: more as Static<Q> }).read(box);
        return replyWithFeed(part, headers);
      });
    },
  });
}

/** The answers of a feed; `more` are headers of this feed alone, with what they say. */
export function feedResponses(
  description: string,
  contentType: string,
  schema: TSchema,
  more: Record<string, string> = {},
) {
  const headers = {
    ETag: 'Strong entity tag of these bytes',
    Vary: 'Accept-Encoding, Authorization',
    ...more,
  };
  return {
    200: { description, contentType, schema, headers },
    304: { description: 'The caller has these bytes already' },
  } as const;
}

/** Answers in a place of its caller's, which is free again when the answer was sent. */
export async function inItsPlace(
  feeds: Feeds,
  ip: string,
  answer: () => Promise<TaggedReply>,
): Promise<TaggedReply & { whenSent: () => void }> {
  const whenSent = feeds.places.take(ip);
  try {
    return { ...(await answer()), whenSent };
  } catch (error) {
    whenSent();
    throw error;
  }
}
