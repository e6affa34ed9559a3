import { IMPACTS } from '../../kit/forecast/history/unusual-days.ts';
import type { AnyLocalEvent } from './list-local-events.ts';
import { EVENTS_OF_A_TYPE_MAX } from './local-event.ts';

type Counted = Pick<AnyLocalEvent, 'operatorId' | 'type' | 'impact'>;

/**
 * Of the local events felt somewhere on one day those that count: of each operator and type the
 * EVENTS_OF_A_TYPE_MAX with most impact, otherwise in the given order. Most impact comes first.
 */
export function countedOnDay<Event extends Counted>(events: readonly Event[]): Event[] {
  const counts = new Map<string, number>();
  return byImpact(events).filter(({ operatorId, type }) => {
    const kind = `${operatorId} ${type}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= EVENTS_OF_A_TYPE_MAX;
  });
}

/** Most impact first, otherwise in the given order. */
export function byImpact<Event extends Pick<Counted, 'impact'>>(events: readonly Event[]): Event[] {
  return events.toSorted((a, b) => IMPACTS.indexOf(b.impact) - IMPACTS.indexOf(a.impact));
}
