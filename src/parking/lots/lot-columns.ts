import type { Schedule } from '../../kit/hours/schedule.ts';
import type { PriceRules, ScheduledRate } from '../../tariffs/price-rules.ts';
import type { AvailabilityShown } from './availability-shown.ts';
import type { AccessColumns } from './fields/access-fields.ts';
import type { LOT_FIELDS, PUBLIC_FIELDS } from './fields/lot-fields.ts';
import type { HoldLimitColumns } from './fields/own-fields.ts';
import type { AmountColumns } from './fields/rate-fields.ts';
import type { ColumnsOf } from './fields/select-fields.ts';
import type { SpaceColumns } from './fields/space-fields.ts';
import type { LotType } from './lot-type.ts';

/** Columns that are shown under other names, or not as they are stored. */
type OtherColumns = SpaceColumns &
  AmountColumns & {
    latitude: number;
    longitude: number;
    /** null: the rate was imported, or there is none. */
    rateId: string | null;
    /** null: not stated. */
    lotType: LotType | null;
    /** Whether vehicles may stay while the lot is closed. */
    isOvernightAllowed: boolean;
  };

/** What an operator decides about a lot, as columns of its row. Money in minor units. */
export type LotColumns = Omit<ColumnsOf<typeof LOT_FIELDS>, 'osmId' | 'mergedInto'> &
  OtherColumns &
  HoldLimitColumns &
  AccessColumns & {
    /** An H3 index as text, because JSON numbers cannot hold it. */
    cell: string;
    /** OpenStreetMap tags that nothing else here stores, as they came. */
    osmTags: Record<string, string>;
  };

/** What the service found out of a lot. */
type FoundColumns = {
  lotId: string;
  /** `node/1`, `way/2` or `relation/3`; null: it does not come from OpenStreetMap. */
  osmId: string | null;
  /** The lot that was listed before as the same car park, as far as is found out; null: none. */
  duplicateOf: string | null;
  updatedAt: Date;
};

/** A lot as its operator sees it. */
export type OperatorLot = Omit<LotColumns, 'cell'> &
  FoundColumns & {
    /** It is to be listed, and is not because its operator has still to be checked. */
    isWaiting: boolean;
    /** The lot that the owner of the server says it is; null: none. */
    mergedInto: string | null;
  };

/** The lot as its row stores it: a rate that has begun may still be in `scheduled_rates`. */
export type StoredLot = OperatorLot & {
  now: Date;
  priceRules: PriceRules | null;
  scheduledRates: ScheduledRate[];
};

/** What everyone may see of a lot, as columns of its row. */
export type PublicLot = ColumnsOf<typeof PUBLIC_FIELDS> &
  OtherColumns &
  FoundColumns & {
    /** What those are shown of how full it is for whom the row was read. */
    availabilityShown: AvailabilityShown;
  };

/** A lot as its row stores it, with its state at an instant. */
export type Lot = Schedule &
  PublicLot & {
    /** The database's clock when the row was read. */
    now: Date;
    operatorId: string;
    /** Whether the vehicles on the lot were counted in the last 15 minutes. */
    isReported: boolean;
    /** In use now: by stays and live holds, or by the count of vehicles if that is more. */
    occupiedSpaces: number;
    priceRules: PriceRules | null;
    scheduledRates: ScheduledRate[];
    /** Searches around the lot in percent of the usual number; null: as usual. */
    surgePct: number | null;
  };
