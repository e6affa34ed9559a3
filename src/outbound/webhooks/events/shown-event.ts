import type { EventType } from '../../../parking/events/event-data.ts';

/** An event as receivers get it. */
export type ShownEvent = {
  eventId: string;
  type: EventType;
  createdAt: Date;
  /** With the plate instead of the vehicle's id. */
  data: Record<string, unknown>;
};

export const EVENT_ID = /^evt_[0-9a-f]{32}$/;
