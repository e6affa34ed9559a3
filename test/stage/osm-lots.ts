import { addLotWith } from '../api/feeds/many-lots.ts';

/** Adds a lot that may be put into OpenStreetMap, with any columns. Returns its id. */
export function addOsmLot(
  database: Parameters<typeof addLotWith>[0],
  operatorId: string,
  columns: Record<string, unknown> = {},
): Promise<string> {
  return addLotWith(database, operatorId, { is_osm_export_allowed: true, ...columns });
}
