import { defineFeed } from '../../feed-operation.ts';
import { APDS_COLLECTION, apdsCollectionOf } from '../../forms/apds.ts';
import { ApdsRateSchema } from '../../forms/apds-rate.ts';

export const listApdsRatesOperation = defineFeed({
  operationId: 'listApdsRates',
  path: '/feeds/apds/v4/rates',
  summary: 'The posted rates of all listed, active lots as rate tables of APDS 4',
  description:
    'A rate has the id of its place. It is the posted rate, never a dynamic price; a lot without ' +
    'one has none here.',
  tags: ['feeds'],
  answer: 'Rate tables, those of near places near each other in a fixed order',
  form: APDS_COLLECTION,
  schema: apdsCollectionOf(ApdsRateSchema),
  feedOf: (feeds, { livemode }) => feeds.apdsRates(livemode),
});
