/** Opening hours of a lot that never closes, in OSM syntax. */
export const ALWAYS_OPEN = '24/7';

/** When a lot is open: OSM syntax, read in the lot's own zone with its country's holidays. */
export type Schedule = {
  /** null: not known. */
  openingHours: string | null;
  /** Whether vehicles may stay while the lot is closed; otherwise stays end before it closes. */
  isOvernightAllowed: boolean;
  timezone: string;
  country: string | null;
  state: string | null;
};
