import { RawBytes } from '../../src/kit/web/input/body-types.ts';
import { LONG_CALL_MS_MAX } from '../../src/kit/web/reply/deadline.ts';
import { GZIPPED_LINES } from '../../src/outbound/feeds/feed-form.ts';
import { watermarkOf } from '../../src/outbound/feeds/lot-watermark.ts';
import { FEED_HEADERS, feedResponses, inItsPlace } from '../feeds/feed-operation.ts';
import { replyWithFeed } from '../feeds/feed-reply.ts';
import { defineOperation } from '../operation.ts';

export const getLotsNdjsonOperation = defineOperation({
  operationId: 'getLotsNdjson',
  method: 'get',
  path: '/api/v1/lots.ndjson.gz',
  summary: 'Full dump of all listed, active lots, for mirrors',
  description:
    'A gzip file of one GeoJSON Feature a line: what lots/{lot_id} tells of the lot is in ' +
    'properties. Keep X-Changes-Since of the answer: lots/changes continues from there.',
  tags: ['lots'],
  auth: 'public',
  budgets: ['read'],
  deadlineMs: LONG_CALL_MS_MAX,
  headers: FEED_HEADERS,
  responses: feedResponses(
    'A gzip file, whatever Accept-Encoding says',
    GZIPPED_LINES.contentType,
    RawBytes,
    { 'X-Changes-Since': 'The watermark of this dump, for `since` of lots/changes' },
  ),
  async handler({ headers, livemode, ip }, { feeds }) {
    return inItsPlace(feeds, ip, async () => {
      const { part, mark } = await feeds.lotLines(livemode).readMarked();
      return replyWithFeed(part, headers, { 'X-Changes-Since': watermarkOf(mark) });
    });
  },
});
