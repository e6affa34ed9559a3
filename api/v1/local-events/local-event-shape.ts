import { type Static, Type } from 'typebox';
import {
  LOCAL_EVENT_TYPES,
  type LocalEvent,
} from '../../../src/demand/local-events/local-event.ts';
import { IMPACTS } from '../../../src/kit/forecast/history/unusual-days.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Instant } from '../../fields/field-types.ts';
import { LocalEventId } from '../../fields/ids.ts';

export const LocalEventSchema = named('LocalEvent', {
  id: LocalEventId(),
  name: Type.String(),
  type: Type.Enum([...LOCAL_EVENT_TYPES]),
  impact: Type.Enum([...IMPACTS]),
  starts_at: Instant,
  ends_at: Instant,
  lat: Type.Number(),
  lng: Type.Number(),
  radius_km: Type.Number({ description: 'How far around it is felt at most, km' }),
  created_at: Instant,
});

type LocalEventShape = Static<typeof LocalEventSchema>;

/** A local event as v1 shows it: its radius in kilometres. */
export function toLocalEventShape(localEvent: LocalEvent): LocalEventShape {
  return {
    id: localEvent.eventId,
    name: localEvent.name,
    type: localEvent.type,
    impact: localEvent.impact,
    starts_at: localEvent.startsAt.toISOString(),
    ends_at: localEvent.endsAt.toISOString(),
    lat: localEvent.latitude,
    lng: localEvent.longitude,
    radius_km: localEvent.radiusM / 1_000,
    created_at: localEvent.createdAt.toISOString(),
  };
}
