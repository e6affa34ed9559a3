import { Type } from 'typebox';
import { named } from '../../../../src/kit/web/document/named.ts';
import { defineFeed } from '../../feed-operation.ts';
import { OtpLotSchema } from '../../forms/otp-lot.ts';
import { OTP_COLLECTION } from '../../forms/parkapi.ts';

export const listOtpLotsOperation = defineFeed({
  operationId: 'listOtpLots',
  path: '/feeds/parkapi/v3/otp',
  summary: 'All listed, active lots as the park-api updater of OpenTripPlanner reads them',
  description:
    'The form of a city in ParkAPI 1. An updater has one time zone for opening hours: use one ' +
    'updater for each zone, each with its bbox.',
  tags: ['feeds'],
  answer: 'Lots, near ones near each other in a fixed order',
  form: OTP_COLLECTION,
  schema: named('OtpLotList', { lots: Type.Array(OtpLotSchema) }),
  feedOf: (feeds, { livemode }) => feeds.otpLots(livemode),
});
