import { type Static, type TSchema, Type } from 'typebox';
import { named } from '../../../src/kit/web/document/named.ts';
import type { FeedForm } from '../../../src/outbound/feeds/feed-form.ts';
import { LANGUAGE } from './lot-words.ts';

/** A text of APDS, which always names its language. */
export const Words = Type.Array(
  named('ApdsText', { language: Type.Literal(LANGUAGE), string: Type.String() }),
  { minItems: 1 },
);

export const inWords = (string: string): Static<typeof Words> => [{ language: LANGUAGE, string }];

/** A collection of APDS, always whole: on one page, with nothing that it would refer to. */
export const APDS_COLLECTION: FeedForm = {
  contentType: 'application/json',
  separator: ',',
  frame: (count) => ({
    opening: `{"meta":${JSON.stringify({
      referenceInstant: 0,
      offset: 0,
      pageSize: count,
      total: count,
    })},"data":[`,
    closing: ']}',
  }),
};

const Count = Type.Integer({ minimum: 0 });

export const apdsCollectionOf = (item: TSchema) =>
  Type.Object({
    meta: named('ApdsMeta', {
      referenceInstant: Type.Literal(0, {
        description: 'Needed for later pages; there are none',
      }),
      offset: Type.Literal(0),
      pageSize: Count,
      total: Count,
    }),
    data: Type.Array(item),
  });

/** The version of an object: when the lot was last written, milliseconds since 1970. */
export const Version = Type.Integer({
  minimum: 1,
  description: 'When the lot was last written, milliseconds since 1970',
});
