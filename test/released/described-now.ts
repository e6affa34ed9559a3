import type { TObject } from 'typebox';
import { describeApi } from '../../api/document/openapi.ts';
import { v2Api } from '../../api/document/v2-api.ts';
import { routes } from '../../api/routes.ts';
import { openComponents } from '../../src/kit/web/document/components.ts';
import { EVENTS } from '../../src/parking/events/event-data.ts';

/** Receivers get a plate in place of the id of a vehicle; null once it is erased. */
const asReceived = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"vehicle_id"', '"vehicle_plate"'), (name, value) =>
    name === 'vehicle_plate' ? { type: ['string', 'null'] } : value,
  );

/** What is promised now, under the names of the files that keep it of the last release. */
export function describedNow() {
  const { show } = openComponents();
  const events = Object.entries<{ version: number; data: TObject }>(EVENTS);
  const whole = describeApi(routes, 'https://api.example.org');
  const described = {
    'openapi-1': whole,
    'openapi-2': v2Api(whole),
    'events-1': Object.fromEntries(
      events.map(([type, { version, data }]) => [type, { version, data: show(asReceived(data)) }]),
    ),
  };
  // As it is sent.
  return JSON.parse(JSON.stringify(described)) as typeof described;
}
