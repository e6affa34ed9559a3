/** What OpenStreetMap asks of everybody who shows its data. */
export const OSM_ATTRIBUTION = '© OpenStreetMap contributors';

/** What has to be shown with a lot's data; null: nothing. */
export function attributionOf({ osm_id }: { osm_id: string | null }): string | null {
  return osm_id === null ? null : OSM_ATTRIBUTION;
}
