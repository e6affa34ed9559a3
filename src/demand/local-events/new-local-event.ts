import { millisecondsInDay } from 'date-fns/constants';
import { badField } from '../../kit/errors.ts';
import { roundPoint } from '../../kit/geo/great-circle.ts';
import { readAll } from '../../kit/read-all.ts';
import { newUuid } from '../../kit/uuid.ts';
import { readText } from '../../parking/lots/osm/tags.ts';
import {
  EVENT_DAYS_MAX,
  EVENT_NAME_LENGTH_MAX,
  type LocalEvent,
  START_DAYS_MAX,
} from './local-event.ts';

/** What an operator says about a local event. */
export type LocalEventDetails = Pick<LocalEvent, 'type' | 'impact'> & {
  name: string;
  startsAt: Date;
  endsAt: Date;
  lat: number;
  lng: number;
  radiusKm: number;
};

/**
 * A local event ready to be added, as of the database's `now`. Its place is rounded to 0.0000001
 * degrees, its radius to metres. Errors: BAD_REQUEST naming `name`, `starts_at` or `ends_at`.
 */
export function newLocalEvent(details: LocalEventDetails, now: Date): LocalEvent {
  const { type, impact, startsAt, endsAt } = details;
  const { name } = readAll({
    name: () => readEventName(details.name),
    startsAt: () => checkStart(startsAt, now),
    endsAt: () => checkEnd(startsAt, endsAt),
  });
  const { lat, lng } = roundPoint(details);
  return {
    eventId: newUuid(),
    name,
    type,
    impact,
    startsAt,
    endsAt,
    latitude: lat,
    longitude: lng,
    radiusM: Math.round(details.radiusKm * 1_000),
    createdAt: now,
  };
}

function readEventName(name: string): string {
  const text = readText({ name }, 'name', EVENT_NAME_LENGTH_MAX);
  if (text === undefined) throw badField('name', 'must not be blank');
  return text;
}

function checkStart(startsAt: Date, now: Date): void {
  const distanceMs = Math.abs(startsAt.getTime() - now.getTime());
  if (distanceMs > START_DAYS_MAX * millisecondsInDay)
    throw badField('starts_at', `must be at most ${START_DAYS_MAX} days ago or ahead`);
}

function checkEnd(startsAt: Date, endsAt: Date): void {
  const lengthMs = endsAt.getTime() - startsAt.getTime();
  if (lengthMs <= 0) throw badField('ends_at', 'must be after starts_at');
  if (lengthMs > EVENT_DAYS_MAX * millisecondsInDay)
    throw badField('ends_at', `must be at most ${EVENT_DAYS_MAX} days after starts_at`);
}
