/** How a lot is built. */
export const LOT_TYPES = [
  'surface',
  'garage',
  'underground',
  'rooftop',
  'street',
  'carport',
] as const;

export type LotType = (typeof LOT_TYPES)[number];

/** Types with a roof over every space. */
const COVERED_TYPES: readonly LotType[] = ['garage', 'underground', 'carport'];

/** Whether every space of a lot of this type has a roof; of no type it is known that it has. */
export function hasRoof(lotType: LotType | null): boolean {
  return lotType !== null && COVERED_TYPES.includes(lotType);
}
