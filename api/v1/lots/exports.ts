import type { Operation } from '../../operation.ts';
import { getLotsGeojsonOperation } from '../lots.geojson.ts';
import { getLotsNdjsonOperation } from '../lots.ndjson.gz.ts';
import { getLotsOscOperation } from '../lots.osc.ts';
import { getLotsOsmOperation } from '../lots.osm.ts';
import { getProjectionSitesGeojsonOperation } from '../projection-sites.geojson.ts';

/** All lots, or the sites of a projection, as one file. */
export const lotExportOperations: readonly Operation[] = [
  getLotsGeojsonOperation,
  getLotsNdjsonOperation,
  getLotsOsmOperation,
  getLotsOscOperation,
  getProjectionSitesGeojsonOperation,
];
