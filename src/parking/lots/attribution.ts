/** What OpenStreetMap asks of everybody who shows its data. */
export const OSM_ATTRIBUTION = '© OpenStreetMap contributors';

/** What has to be shown with a lot's data; null: nothing. */
export function attributionOf({ osmId }: { osmId: string | null }): string | null {
  return osmId === null ? null : OSM_ATTRIBUTION;
}
