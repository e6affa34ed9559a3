import { withReadHours } from '../../../kit/hours/read-hours.ts';
import type { ExportedLot } from '../../../kit/osm/export/exported-lot.ts';
import type { Querier } from '../../../stores/postgres.ts';
import { asPosted, type PostedLot } from '../../../tariffs/offer-lot-rate.ts';
import type { ScheduledRate } from '../../../tariffs/price-rules.ts';
import { checkLotId, missingLot } from '../find-lot.ts';
import { type PriceColumn, withTariffTags } from './tariff-tags.ts';

type StoredLot = Omit<ExportedLot, PriceColumn> &
  PostedLot & {
    /** The database's clock when the row was read. */
    now: Date;
    scheduledRates: ScheduledRate[];
    dataLicense: string | null;
    isOsmExportAllowed: boolean;
    /** Whether it is of the caller's operator. */
    isOwn: boolean;
  };

type OsmLot = ReturnType<typeof withTariffTags<StoredLot>>;

/**
 * A lot of one mode with what OpenStreetMap tags can say about it now. Errors: NOT_FOUND as for
 * `findLot`.
 */
export async function findOsmLot(
  db: Querier,
  lotId: string,
  livemode: boolean,
  ownerId: string | null,
): Promise<OsmLot> {
  checkLotId(lotId);
  const values = { lotId, livemode, ownerId };
  const [lot] = await withReadHours(await db.query<StoredLot>('lot_find_osm', values));
  if (lot === undefined) throw await missingLot(db, lotId, livemode);
  return withTariffTags(asPosted(lot, lot.now));
}
