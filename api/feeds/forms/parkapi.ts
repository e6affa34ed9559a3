import type { FeedForm } from '../../../src/outbound/feeds/feed-form.ts';

/** A collection of ParkAPI 3. */
export const PARKAPI_COLLECTION: FeedForm = {
  contentType: 'application/json',
  separator: ',',
  frame: (count) => ({ opening: `{"total_count":${count},"items":[`, closing: ']}' }),
};

/** A city of ParkAPI 1, as OpenTripPlanner reads it. */
export const OTP_COLLECTION: FeedForm = {
  contentType: 'application/json',
  separator: ',',
  frame: () => ({ opening: '{"lots":[', closing: ']}' }),
};
