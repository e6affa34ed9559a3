import { areaParameters, type Box, boxesBetween } from '../../kit/geo/bounding-boxes.ts';
import { withReadHours } from '../../kit/hours/read-hours.ts';
import type { ExportedLot } from '../../kit/osm/export/exported-lot.ts';
import { writeFeature, writeNode } from '../../kit/osm/export/write-lot.ts';
import { inTimeSlices } from '../../kit/pool/time-slices.ts';
import { type PriceColumn, withTariffTags } from '../../parking/lots/osm/tariff-tags.ts';
import type { LotLook } from '../../parking/lots/search/tiles/lot-changes.ts';
import type { Querier } from '../../stores/postgres.ts';
import type { PostedTariff } from '../../tariffs/tariff.ts';
import { lotSource } from './lot-feed.ts';
import type { FeatureSource } from './map-feed.ts';
import { OSM_FORMS, type OsmFormat } from './osm-forms.ts';

type StoredLot = Omit<ExportedLot, PriceColumn> & { tariff: PostedTariff | null };

/** How each format writes a lot; null: it is not in such a file. */
const WRITERS: Readonly<Record<OsmFormat, (lot: ExportedLot) => string | null>> = {
  osm: writeNode,
  // Creates objects, and these exist.
  osc: (lot) => (lot.osmId === null ? writeNode(lot) : null),
  geojson: writeFeature,
};

/** The lots of one mode that may be put into OpenStreetMap, in one of its formats. */
export function osmFeatures(
  db: Querier,
  format: OsmFormat,
  livemode: boolean,
): FeatureSource<LotLook> {
  return lotSource(
    db,
    async (lotIds) => readLots(await db.query<StoredLot>('lots_list_osm', { lotIds, livemode })),
    {
      textOf: WRITERS[format],
      // OpenStreetMap's tools expect its files in the order of the ids.
      ...(format !== 'geojson' && { orderOf: (lot: ExportedLot) => lot.exportNumber }),
    },
  );
}

async function readLots(rows: readonly StoredLot[]): Promise<ExportedLot[]> {
  const lots: ExportedLot[] = [];
  await inTimeSlices(await withReadHours(rows), (row) => lots.push(withTariffTags(row)));
  return lots;
}

type Selection = {
  livemode: boolean;
  /** Whose lots; null: everybody's. */
  operatorId: string | null;
  /** Called with the number of lots that were read so far. */
  onRead?(count: number): void;
};

/** Lots whose texts are in memory at a time. */
const LOTS_PER_PAGE = 2_000;

/**
 * The same lots as one file, page by page in the order of their numbers, so that its memory does
 * not grow with the lots. `box` is null for everywhere.
 */
export async function* osmFile(
  db: Querier,
  format: OsmFormat,
  { livemode, operatorId, onRead }: Selection,
  box: Box | null,
): AsyncGenerator<string> {
  const { separator, frame } = OSM_FORMS[format];
  const { opening, closing } = frame(0);
  const area =
    box === null
      ? { box: null, boxBeyond: null }
      : areaParameters(boxesBetween(box.west, box.south, box.east, box.north));
  let [after, count] = ['0', 0];
  yield opening;
  for (;;) {
    const page = await db.query<StoredLot>('lots_page_osm', {
      ...area,
      livemode,
      operatorId,
      after,
      rowLimit: LOTS_PER_PAGE,
    });
    const lots = await readLots(page);
    const texts = lots.flatMap((lot) => WRITERS[format](lot) ?? []);
    if (texts.length > 0) yield `${count > 0 ? separator : ''}${texts.join(separator)}`;
    count += texts.length;
    onRead?.(count);
    if (lots.length < LOTS_PER_PAGE) break;
    after = String(lots.at(-1)?.exportNumber);
  }
  yield closing;
}
