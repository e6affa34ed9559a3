/** How the features of a feed are joined to one text. */
export type FeedForm = {
  contentType: string;
  /** Stands between two features. */
  separator: string;
  /** What comes before and after this many features. */
  frame(count: number): { opening: string; closing: string };
  /** The file itself is gzip, whatever coding the caller accepts. */
  isGzipFile?: true;
};

/** One feature a line, as a gzip file. */
export const GZIPPED_LINES: FeedForm = {
  contentType: 'application/gzip',
  separator: '\n',
  frame: (count) => ({ opening: '', closing: count === 0 ? '' : '\n' }),
  isGzipFile: true,
};

/** An RFC 7946 FeatureCollection. */
export const FEATURE_COLLECTION: FeedForm = {
  contentType: 'application/geo+json',
  separator: ',',
  frame: () => ({ opening: '{"type":"FeatureCollection","features":[', closing: ']}' }),
};
