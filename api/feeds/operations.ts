import type { Operation } from '../operation.ts';
import { listApdsPlacesOperation } from './apds/v4/places.ts';
import { listApdsRatesOperation } from './apds/v4/rates.ts';
import { listOtpLotsOperation } from './parkapi/v3/otp.ts';
import { getParkingSiteOperation } from './parkapi/v3/parking-sites/get.ts';
import { listParkingSitesOperation } from './parkapi/v3/parking-sites/list.ts';
import { listParkingSourcesOperation } from './parkapi/v3/sources/list.ts';

export const feedOperations: readonly Operation[] = [
  listParkingSitesOperation,
  getParkingSiteOperation,
  listParkingSourcesOperation,
  listOtpLotsOperation,
  listApdsPlacesOperation,
  listApdsRatesOperation,
];
