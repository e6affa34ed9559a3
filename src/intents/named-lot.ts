import type { LatLng } from '../great-circle.ts';

/** What tells a lot from others, as the queries of names return it. */
export type NamedLot = {
  lot_id: string;
  ref: string | null;
  name: string;
  slug: string;
  address: string | null;
  city: string | null;
  state: string | null;
  latitude: number;
  longitude: number;
  timezone: string;
};

export function pointOf(lot: NamedLot): LatLng {
  return { lat: lot.latitude, lng: lot.longitude };
}

/** `Central Garage, Boston`. */
export function labelOf(lot: NamedLot): string {
  const isNamedAfterCity = lot.city === null || lot.name.includes(lot.city);
  return isNamedAfterCity ? lot.name : `${lot.name}, ${lot.city}`;
}
