import { EVENT_TYPES, type EventType } from '../../../parking/events/event-data.ts';
import { readText } from '../../../parking/lots/osm/tags.ts';
import { DESCRIPTION_LENGTH_MAX } from '../webhook.ts';

/** What an operator says about a webhook. */
export type WebhookDetails = {
  url: string;
  events: readonly EventType[];
  description: string | null;
};

/**
 * Reads the address of an endpoint: looks its name up, and returns the address in its usual form.
 * Throws BAD_REQUEST naming `url` for one to which nothing may be sent.
 */
export type CheckEndpoint = (url: string) => Promise<string>;

/** The types in one order, so that the same ones in another order are no change. */
export function inOrder(events: readonly EventType[]): EventType[] {
  return EVENT_TYPES.filter((type) => events.includes(type));
}

/** Blank counts as none. Errors: BAD_REQUEST naming `description`. */
export function readDescription(description: string | null): string | null {
  return readText({ description }, 'description', DESCRIPTION_LENGTH_MAX) ?? null;
}
