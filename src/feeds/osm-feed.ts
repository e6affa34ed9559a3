import type { LotLook } from '../lots/search/lot-changes.ts';
import type { ExportedLot } from '../osm/export/exported-lot.ts';
import { writeFeature } from '../osm/export/write-feature.ts';
import { writeNode } from '../osm/export/write-node.ts';
import type { Querier } from '../stores/postgres.ts';
import { inTurns } from '../turns/take-turns.ts';
import type { FeatureRow } from './feature.ts';
import { lotSource } from './lot-feed.ts';
import type { FeatureSource } from './map-feed.ts';
import type { OsmFormat } from './osm-forms.ts';

type Selection = {
  livemode: boolean;
  /** Whose lots; null: everybody's. */
  operatorId: string | null;
  /** Called with the number of lots that were read so far, of all lots. */
  onRead?(count: number): void;
};

/** How each format writes a lot; null: it is not in such a file. */
const WRITERS: Readonly<Record<OsmFormat, (lot: ExportedLot) => string | null>> = {
  osm: writeNode,
  // Creates objects, and these exist.
  osc: (lot) => (lot.osm_id === null ? writeNode(lot) : null),
  geojson: writeFeature,
};

/** The lots of one world that may be put into OpenStreetMap, in one of its formats. */
export function osmFeatures(
  db: Querier,
  format: OsmFormat,
  { livemode, operatorId, onRead }: Selection,
): FeatureSource<LotLook> {
  const write = WRITERS[format];
  let readCount = 0;
  return lotSource(db, {
    changedIn: ({ described }) => described,
    async readPage(lotIds) {
      const lots = await db.query<ExportedLot>('lots_list_osm', {
        lot_ids: lotIds,
        livemode,
        operator_id: operatorId,
      });
      readCount += lotIds.length;
      onRead?.(readCount);
      const rows: FeatureRow[] = [];
      await inTurns(lots, (lot) => {
        const feature = write(lot);
        if (feature === null) return;
        const { lot_id: id, latitude, longitude, export_number: order } = lot;
        // OpenStreetMap's tools expect its files in the order of the ids.
        rows.push({ id, latitude, longitude, feature, ...(format !== 'geojson' && { order }) });
      });
      return rows;
    },
  });
}
