/** A listed active lot, as its forecast needs it. */
export type Lot = {
  lot_id: string;
  livemode: boolean;
  /** An H3 cell of CELL_RESOLUTION, in decimal. */
  cell: string;
  latitude: number;
  longitude: number;
  timezone: string;
  country: string | null;
  state: string | null;
  opening_hours: string | null;
  /** null: nobody said. */
  lot_type: string | null;
  total_spaces: number;
  currency: string;
  /** By the lot's wall clock, counted from 1970-01-01. */
  today: number;
  next_midnight_at: Date;
  /** When it was as described here. */
  listed_at: Date;
};
