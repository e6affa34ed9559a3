import { type Static, Type } from 'typebox';
import { badField } from '../../../../src/kit/errors.ts';
import type { LatLng } from '../../../../src/kit/geo/great-circle.ts';
import { isCurrency } from '../../../../src/kit/money.ts';
import { HEIGHT_CM_MAX } from '../../../../src/parking/lots/osm/tags.ts';
import {
  type LotSearch,
  SEARCH_SORTS,
} from '../../../../src/parking/lots/search/match/lot-search.ts';
import { RateInput } from '../../../../src/tariffs/rate-shapes.ts';
import { InstantInput } from '../../../fields/field-types.ts';
import { CIRCLE_NEAR } from '../../../fields/near.ts';
import type { Window } from '../quote.ts';

const METRES_PER_KM = 1_000;
const Flag = (description: string) => Type.Boolean({ default: false, description });

export const SearchQuery = Type.Object({
  ...CIRCLE_NEAR,
  limit: Type.Integer({
    minimum: 1,
    maximum: 50,
    default: 10,
    description: 'Lots of a page; default 10',
  }),
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: 'next_cursor of the page before' }),
  ),
  starts_at: Type.Optional(InstantInput('Start of the stay that is planned; needs ends_at')),
  ends_at: Type.Optional(InstantInput('End of the stay that is planned; needs starts_at')),
  av: Flag('Only lots with spaces for self-driving vehicles'),
  ev: Flag('Only lots where electric vehicles can charge'),
  accessible: Flag('Only lots with accessible spaces'),
  covered: Flag('Only lots with a roof'),
  open_now: Flag(
    'Only lots known to be open now, or in all of the window; none whose hours nobody said',
  ),
  available_only: Flag(
    'Only lots with a free space, or whose operator does not say, that are not known to be closed',
  ),
  max_rate: Type.Optional(
    RateInput("Most the first hour may cost, in units of each lot's currency; see currency"),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3}$',
      description: 'Only lots that charge in this currency, ISO 4217',
    }),
  ),
  max_height_cm: Type.Optional(
    Type.Integer({ minimum: 1, maximum: HEIGHT_CM_MAX, description: 'Height of the vehicle, cm' }),
  ),
  sort: Type.Enum([...SEARCH_SORTS], {
    default: 'distance',
    description:
      'What comes first: the nearest, the cheapest, or the one with most free spaces. By price: ' +
      'within each currency, that of most lots first; full, closed and unpriced lots last',
  }),
});

/** In lower case; null: none. BAD_REQUEST naming `currency`. */
function readCurrency(text: string | undefined): string | null {
  const code = text?.toLowerCase() ?? null;
  if (code !== null && !isCurrency(code)) throw badField('currency', 'is not an ISO 4217 currency');
  return code;
}

/**
 * The query about a centre, in the form that the search in `src` takes. BAD_REQUEST naming
 * `currency`.
 */
export function toSearch(
  query: Omit<Static<typeof SearchQuery>, 'lat' | 'lng' | 'near'>,
  centre: LatLng,
  window: Window | undefined,
  livemode: boolean,
): LotSearch {
  return {
    centre,
    radiusM: query.radius_km * METRES_PER_KM,
    livemode,
    window: window === undefined ? null : { from: window.startedAt, to: window.endedAt },
    features: [
      ...(query.av ? (['av'] as const) : []),
      ...(query.ev ? (['ev_charging'] as const) : []),
      ...(query.accessible ? (['accessible'] as const) : []),
      ...(query.covered ? (['covered'] as const) : []),
    ],
    isOpenNow: query.open_now,
    isAvailable: query.available_only,
    maxRate: query.max_rate ?? null,
    currency: readCurrency(query.currency),
    maxHeightCm: query.max_height_cm ?? null,
    sort: query.sort,
    limit: query.limit,
    cursor: query.cursor ?? null,
  };
}
