import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import type { Geocoder } from '../kit/places/geocoder.ts';
import { openPayments } from '../money/payments/open-payments.ts';
import type { PaymentGateway } from '../parking/payments/gateway.ts';
import { openGeocoder } from '../stores/geocoding/open-geocoder.ts';
import type { Postgres } from '../stores/postgres.ts';

/** What all processes of the product share, whatever their role. */
export type Services = Readonly<{
  config: Config;
  log: Logger;
  clock: Clock;
  db: Postgres;
  payments: PaymentGateway;
  geocoder: Geocoder;
}>;

/**
 * Opens what the configuration describes, on an open database. `clock`: the system's unless given.
 */
export async function openServices(ground: {
  config: Config;
  log: Logger;
  db: Postgres;
  clock?: Clock;
}): Promise<Services> {
  return {
    clock: systemClock,
    ...ground,
    payments: await openPayments({ ...ground, ...ground.config }),
    geocoder: openGeocoder(ground),
  };
}
