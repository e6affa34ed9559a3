import { Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { LONG_CALL_MS_MAX } from '../../../src/kit/web/reply/deadline.ts';
import { listLotChanges } from '../../../src/outbound/feeds/list-lot-changes.ts';
import { WATERMARK_LENGTH_MAX } from '../../../src/outbound/feeds/lot-watermark.ts';
import { FEED_HEADERS, feedResponses, inItsPlace } from '../../feeds/feed-operation.ts';
import { replyWithJson } from '../../feeds/feed-reply.ts';
import { LotFeatureSchema, toLotFeature } from '../../feeds/forms/lot-line.ts';
import { LotId } from '../../fields/ids.ts';
import { defineOperation } from '../../operation.ts';

const ChangesSchema = named('LotChangeList', {
  data: Type.Array(
    named('LotChange', {
      id: LotId(),
      feature: nullable(LotFeatureSchema),
    }),
    { description: 'feature null: remove the lot; it was deleted, unlisted or closed' },
  ),
  has_more: Type.Boolean({ description: 'More changes are there already: ask at once' }),
  next: Type.String({
    description: 'The watermark after these changes; since, while there are none',
  }),
});

export const listLotChangesOperation = defineOperation({
  operationId: 'listLotChanges',
  method: 'get',
  path: '/api/v1/lots/changes',
  summary: 'Lots that were written or deleted after a watermark, for mirrors',
  description:
    'Begin with lots.ndjson.gz and its X-Changes-Since. In the order in which they were written; ' +
    'each lot as it is now, at most 500 writes an answer. No write is left out, however late it ' +
    'is committed. 409 other_run: take the dump again.',
  tags: ['lots'],
  auth: 'public',
  budgets: ['read'],
  deadlineMs: LONG_CALL_MS_MAX,
  query: Type.Object({
    since: Type.String({
      minLength: 1,
      maxLength: WATERMARK_LENGTH_MAX,
      description: 'X-Changes-Since of the dump, or next of the answer before',
    }),
  }),
  headers: FEED_HEADERS,
  responses: feedResponses(
    'What became of these lots, and the next watermark',
    'application/json',
    ChangesSchema,
  ),
  errors: ['CONFLICT'],
  async handler({ query, headers, livemode, ip }, { db, config, feeds }) {
    return inItsPlace(feeds, ip, async () => {
      const { changes, next, hasMore } = await listLotChanges(db, livemode, query.since);
      const data = changes.map(({ lotId, lot }) => ({
        id: lotId,
        feature: lot && toLotFeature(lot, config.baseUrl),
      }));
      const text = JSON.stringify({ data, has_more: hasMore, next });
      return replyWithJson(text, headers);
    });
  },
});
