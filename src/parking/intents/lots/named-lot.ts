import type { LatLng } from '../../../kit/geo/great-circle.ts';
import type { PostedTariff } from '../../../tariffs/tariff.ts';
import { wordsOf } from './lot-words.ts';

/** What distinguishes a lot from others, as the queries of names return it. */
export type NamedLot = {
  lotId: string;
  ref: string | null;
  name: string;
  address: string | null;
  city: string | null;
  state: string | null;
  latitude: number;
  longitude: number;
  timezone: string;
  /** null: nothing is posted. */
  tariff: PostedTariff | null;
  currency: string;
};

export function pointOf(lot: NamedLot): LatLng {
  return { lat: lot.latitude, lng: lot.longitude };
}

/** `Central Garage, Boston`. */
export function labelOf(lot: NamedLot): string {
  const isNamedAfterCity = lot.city === null || lot.name.includes(lot.city);
  return isNamedAfterCity ? lot.name : `${lot.name}, ${lot.city}`;
}

/** The words of the lot itself: its name, its reference, and its address without the town. */
export function ownWords(lot: NamedLot): string[] {
  const town = new Set(townWords(lot));
  const address = wordsOf(lot.address ?? '').filter((word) => !town.has(word));
  return [...wordsOf(lot.name), ...wordsOf(lot.ref ?? ''), ...address];
}

export function townWords(lot: NamedLot): string[] {
  return wordsOf(`${lot.city ?? ''} ${lot.state ?? ''}`);
}
