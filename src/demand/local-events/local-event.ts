import type { Impact } from '../../kit/forecast/history/unusual-days.ts';

export const LOCAL_EVENT_TYPES = [
  'concert',
  'sports',
  'festival',
  'market',
  'conference',
  'school',
  'roadworks',
  'other',
] as const;

/** What happens around a point in [starts_at, ends_at), as an operator entered it. */
export type LocalEvent = {
  eventId: string;
  name: string;
  type: (typeof LOCAL_EVENT_TYPES)[number];
  impact: Impact;
  startsAt: Date;
  endsAt: Date;
  latitude: number;
  longitude: number;
  /** How far around the point it is felt at most, metres. */
  radiusM: number;
  createdAt: Date;
};

export const EVENT_NAME_LENGTH_MAX = 120;
/** Longest time from its start to its end. */
export const EVENT_DAYS_MAX = 31;
/** Longest time between its start and when it is entered, whichever is first. */
export const START_DAYS_MAX = 400;
/** The least, the default and the greatest radius. */
export const EVENT_RADIUS_KM = { min: 0.1, default: 1, max: 20 };
/**
 * An operator may enter what happens this near to one of its listed, active lots: as far away as
 * anything is felt. The lots in this distance vouch for it.
 */
export const LOT_REACH_KM = 20;
/** What is felt with one space around, metres; with more, times the root of their number. */
export const SPACE_REACH_M = 100;
/** The spaces of one lot that count for it. */
export const LOT_SPACES_MAX = 500;
/** Of one operator and type on one day, within LOT_REACH_KM. */
export const EVENTS_OF_A_TYPE_MAX = 3;
