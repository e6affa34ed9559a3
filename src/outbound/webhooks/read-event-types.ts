import { badField } from '../../kit/errors.ts';
import { EVENT_TYPES, EVENTS, type EventType } from '../../parking/events/event-data.ts';

/**
 * Types of events, separated by commas. Errors: BAD_REQUEST naming `field` for a type that does not
 * exist.
 */
export function readEventTypes(text: string, field: string): EventType[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isEventType(name));
  if (unknown !== undefined)
    throw badField(field, `has the unknown "${unknown}"; there are ${EVENT_TYPES.join(', ')}`);
  return [...new Set(names.filter(isEventType))];
}

function isEventType(name: string): name is EventType {
  return Object.hasOwn(EVENTS, name);
}
