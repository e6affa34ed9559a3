/**
 * What a caller can have the processor do in the test world, by the first letters of the plate:
 * go wrong every time (`X`), or at the first attempt only (`1`). What follows them is the caller's
 * own, so that many can rehearse at once.
 */
export const REHEARSALS = [
  /** Out of reach as the stay begins. */
  'SIMINITX',
  /** Captures are refused. */
  'SIMCAPTX',
  'SIMCAPT1',
  /** Refunds are refused. */
  'SIMREFUX',
  'SIMREFU1',
  /** Out of reach for captures and refunds. */
  'SIMDOWNX',
  'SIMDOWN1',
  /** Captures and refunds take 5 seconds. */
  'SIMSLOW5',
] as const;

export type Rehearsal = (typeof REHEARSALS)[number];

/** null: nothing out of the ordinary, as with every plate of the live world. */
export function rehearsalOf(vehicle: { livemode: boolean; plate: string }): Rehearsal | null {
  if (vehicle.livemode) return null;
  return REHEARSALS.find((prefix) => vehicle.plate.startsWith(prefix)) ?? null;
}
