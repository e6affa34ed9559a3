/** A listed active lot, as its forecast needs it. */
export type Lot = {
  lotId: string;
  livemode: boolean;
  /** An H3 cell of CELL_RESOLUTION, in decimal. */
  cell: string;
  latitude: number;
  longitude: number;
  timezone: string;
  country: string | null;
  state: string | null;
  openingHours: string | null;
  /** null: not stated. */
  lotType: string | null;
  totalSpaces: number;
  currency: string;
  /** By the lot's wall clock, counted from 1970-01-01. */
  today: number;
  nextMidnightAt: Date;
  /** When it was as described here. */
  listedAt: Date;
};
