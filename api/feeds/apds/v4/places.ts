import { defineFeed } from '../../feed-operation.ts';
import { APDS_COLLECTION, apdsCollectionOf } from '../../forms/apds.ts';
import { ApdsPlaceSchema } from '../../forms/apds-place.ts';

export const listApdsPlacesOperation = defineFeed({
  operationId: 'listApdsPlaces',
  path: '/feeds/apds/v4/places',
  summary: 'All listed, active lots as places of APDS 4 (ISO/TS 5206-1)',
  description:
    'As the Alliance for Parking Data Standards has published them; always whole. Texts are ' +
    'marked as English, because APDS asks for a language and theirs is not known.',
  tags: ['feeds'],
  answer: 'Places, near ones near each other in a fixed order',
  form: APDS_COLLECTION,
  schema: apdsCollectionOf(ApdsPlaceSchema),
  feedOf: (feeds, { livemode }) => feeds.apdsPlaces(livemode),
});
