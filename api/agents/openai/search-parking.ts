import { type Static, Type } from 'typebox';
import type { Principal } from '../../../src/access/principals/principal.ts';
import { type Question, questionNear } from '../../../src/demand/searches/search-by.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { searchLots } from '../../../src/parking/lots/search/search-lots.ts';
import type { Api } from '../../app.ts';
import { NearPlace, readPoint } from '../../fields/near.ts';
import { FoundLotSchema, presentFoundLot } from '../../v1/lots/found-lot.ts';
import { SearchQuery, toSearch } from '../../v1/lots/input/search-query.ts';
import { readWindow } from '../../v1/lots/quote.ts';

const { cursor: _cursor, limit: _limit, ...asked } = SearchQuery.properties;

export const SearchParkingCall = named('SearchParkingCall', {
  action: Type.Literal('search_parking', {
    description: 'Lots around a point, now or in a window',
  }),
  parameters: named(
    'SearchParkingParameters',
    {
      ...asked,
      limit: Type.Integer({
        minimum: 1,
        maximum: 25,
        default: 5,
        description: 'Most lots of the answer; default 5',
      }),
    },
    { description: 'Where to look, and what for' },
  ),
});

const { properties: lot } = FoundLotSchema;
const { available_spaces, occupancy_pct, level, status, as_of } = lot.availability.properties;

const Result = named('SearchParkingResult', {
  id: lot.id,
  name: lot.name,
  address: lot.address,
  city: lot.city,
  state: lot.state,
  lat: lot.lat,
  lng: lot.lng,
  distance_m: lot.distance_m,
  ...lot.pricing.properties,
  total_spaces: lot.total_spaces,
  available_spaces,
  occupancy_pct,
  level,
  status,
  as_of,
  features: lot.features,
  opening_hours: lot.opening_hours,
  max_height_cm: lot.max_height_cm,
  url: lot.url,
  quote: lot.quote,
});

export const SearchParkingAnswer = {
  results: Type.Array(Result, { description: 'As lots/search finds them, in the order of sort' }),
  near: Type.Optional(NearPlace),
};
const Answer = Type.Object(SearchParkingAnswer);

/** Who asks, about which mode. `ownerId`: whose lots it sees in full; null: nobody's. */
export type Viewer = { caller: Principal; livemode: boolean; ownerId: string | null };

type Parameters = Static<typeof SearchParkingCall>['parameters'];

/** Searches as lots/search does. Errors: BAD_REQUEST naming a field; those of readPoint. */
export async function searchParking(
  parameters: Parameters,
  viewer: Viewer,
  api: Api,
): Promise<{ question: Question; hasMore: boolean; body: Static<typeof Answer> }> {
  const { livemode, ownerId } = viewer;
  const window = readWindow(parameters);
  const { centre, near } = await readPoint(parameters, viewer, api);
  const search = toSearch(parameters, centre, window, livemode);
  const found = await searchLots(api, search, api.clock.now(), ownerId);
  const { seal } = await api.quotes.open();
  const lotCount = found.lots.length;
  const context = { baseUrl: api.config.baseUrl, window, seal, lotCount };
  const results = found.lots.map((one) => toResult(presentFoundLot(one, context)));
  const body = { results, ...(near !== undefined && { near }) };
  return { question: questionNear(search, found), hasMore: found.hasMore, body };
}

function toResult(found: Static<typeof FoundLotSchema>): Static<typeof Result> {
  const { availability, pricing, quote } = found;
  return {
    id: found.id,
    name: found.name,
    address: found.address,
    city: found.city,
    state: found.state,
    lat: found.lat,
    lng: found.lng,
    distance_m: found.distance_m,
    ...pricing,
    total_spaces: availability.total_spaces,
    available_spaces: availability.available_spaces,
    occupancy_pct: availability.occupancy_pct,
    level: availability.level,
    status: availability.status,
    as_of: availability.as_of,
    features: found.features,
    opening_hours: found.opening_hours,
    max_height_cm: found.max_height_cm,
    url: found.url,
    ...(quote !== undefined && { quote }),
  };
}
