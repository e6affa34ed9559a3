import type { Box } from '../../kit/geo/bounding-boxes.ts';
import { areaParameters } from '../../kit/geo/bounding-boxes.ts';
import { withReadHours } from '../../kit/hours/read-hours.ts';
import type { OwnLot } from '../../kit/osm/diff/place.ts';
import type { TaggedLot } from '../../kit/osm/export/exported-lot.ts';
import { uploadTagsOf } from '../../kit/osm/export/upload-tags.ts';
import { inTimeSlices } from '../../kit/pool/time-slices.ts';
import type { Querier } from '../../stores/postgres.ts';
import { plainColumns } from '../../tariffs/posted-tariff.ts';
import type { PostedTariff } from '../../tariffs/tariff.ts';
import type { PriceColumn } from './osm/tariff-tags.ts';

type Row = Omit<TaggedLot, PriceColumn> & {
  tariff: PostedTariff | null;
  lotId: string;
  latitude: number;
  longitude: number;
  isOsmExportAllowed: boolean;
};

/**
 * The listed, active lots of an area (one or two boxes that do not overlap), of one operator or of
 * all, with their OpenStreetMap tags; any `countMax` of them, where that is given.
 */
export async function listComparedLots(
  db: Querier,
  {
    boxes,
    operatorId,
    livemode,
    countMax,
  }: {
    boxes: readonly Box[];
    operatorId?: string | undefined;
    livemode: boolean;
    countMax?: number | undefined;
  },
): Promise<OwnLot[]> {
  const rows = await db.query<Row>('lots_list_compared', {
    ...areaParameters(boxes),
    operatorId: operatorId ?? null,
    livemode,
    rowLimit: countMax ?? null,
  });
  const lots: OwnLot[] = [];
  await inTimeSlices(await withReadHours(rows), (row) => {
    const { lotId, latitude: lat, longitude: lng, name, ref, osmId, totalSpaces } = row;
    const { isCapacityEstimated, isOsmExportAllowed } = row;
    const spaces = { total_spaces: totalSpaces, is_capacity_estimated: isCapacityEstimated };
    const point = { lat, lng };
    lots.push({
      lot_id: lotId,
      point,
      name,
      ref,
      osm_id: osmId,
      ...spaces,
      is_osm_export_allowed: isOsmExportAllowed,
      // A tariff is several tags together, and differences are suggested one by one.
      tags: uploadTagsOf({ ...row, ...plainColumns(row.tariff), tariffTags: null }).tags,
    });
  });
  return lots;
}
