import type { Logger } from 'pino';
import { type Clock, systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Geocoder } from '../geocoding/geocoder.ts';
import { openGeocoder } from '../geocoding/open-geocoder.ts';
import type { PaymentGateway } from '../payments/gateway.ts';
import { openPayments } from '../payments/open-payments.ts';
import type { Postgres } from '../stores/postgres.ts';

/** What the processes of the product share, whichever role they have. */
export type House = Readonly<{
  config: Config;
  log: Logger;
  clock: Clock;
  db: Postgres;
  payments: PaymentGateway;
  geocoder: Geocoder;
}>;

/** Opens it as it is configured, on a database that is open. The system's clock unless given. */
export function openHouse(ground: {
  config: Config;
  log: Logger;
  db: Postgres;
  clock?: Clock;
}): House {
  return {
    clock: systemClock,
    ...ground,
    payments: openPayments(ground.db),
    geocoder: openGeocoder(ground),
  };
}
