/** A feature of a feed, with its place. */
export type FeatureRow = {
  id: string;
  longitude: number;
  latitude: number;
  feature: string;
  /**
   * Its position among the others, a whole number below 2^52, where a format asks for an order.
   * Otherwise features near each other on the map are near each other in the feed.
   */
  order?: number | undefined;
};

/** One feature of a map feed, as it is sent. */
export type Feature = {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
  /** Its position in the feed: a whole number of CUTS_MAX digits in base 4. */
  readonly order: number;
  /** The feature's text is bytes `from` to `to` of this. */
  source: Buffer;
  from: number;
  to: number;
};

/** How often the map is cut in four: down to 600 m x 300 m at the equator. */
const PLACE_BITS = 16;
/** The rest of the order comes from the ids, because many features can be in one spot. */
const ID_HEX_DIGITS = 5;
const ID_BITS = 4 * ID_HEX_DIGITS;

/** The most often that a square can be cut. */
export const CUTS_MAX = PLACE_BITS + ID_BITS / 2;
const QUARTER_SIZES = Array.from({ length: CUTS_MAX }, (_, cuts) => 4 ** (CUTS_MAX - 1 - cuts));

export function toFeature({
  id,
  longitude: lng,
  latitude: lat,
  feature,
  ...row
}: FeatureRow): Feature {
  const source = Buffer.from(feature);
  const order = row.order ?? orderOf(id, lng, lat);
  return { id, lng, lat, order, source, from: 0, to: source.length };
}

export function textOf({ source, from, to }: Feature): Buffer {
  return source.subarray(from, to);
}

export function isSame(a: Feature, b: Feature): boolean {
  return a.lng === b.lng && a.lat === b.lat && textOf(a).equals(textOf(b));
}

/**
 * Unless a format asks for another order, features near each other on the map are near each other
 * here. The order of two features depends on no other feature.
 */
export function inOrder(a: Feature, b: Feature): number {
  if (a.order !== b.order) return a.order - b.order;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

/** The quarter (0 to 3) of the feature in the square that contains it after `cuts` cuts. */
export function quarterOf({ order }: Feature, cuts: number): number {
  return Math.floor(order / (QUARTER_SIZES[cuts] ?? 1)) % 4;
}

/** Z-order (G. M. Morton, 1966) over degrees, followed by the end of the id, which is random. */
function orderOf(id: string, lng: number, lat: number): number {
  const column = stepOf((lng + 180) / 360);
  const row = stepOf((lat + 90) / 180);
  let order = 0;
  for (let bit = PLACE_BITS - 1; bit >= 0; bit -= 1)
    order = 4 * order + 2 * ((row >> bit) & 1) + ((column >> bit) & 1);
  return order * 2 ** ID_BITS + (Number.parseInt(id.slice(-ID_HEX_DIGITS), 16) || 0);
}

function stepOf(share: number): number {
  const steps = 2 ** PLACE_BITS;
  return Math.max(0, Math.min(steps - 1, Math.floor(share * steps)));
}
