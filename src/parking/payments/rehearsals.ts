/**
 * What a caller can have the processor do wrong in the test mode, by the first letters of the
 * plate: fail every time (`X`), or at the first attempt only (`1`). The rest of the plate is the
 * caller's choice, so that many can rehearse at once.
 */
export const REHEARSALS = [
  /** The processor cannot be reached when the stay begins. */
  'SIMINITX',
  /** Captures are refused. */
  'SIMCAPTX',
  'SIMCAPT1',
  /** Refunds are refused. */
  'SIMREFUX',
  'SIMREFU1',
  /** The processor cannot be reached for captures and refunds. */
  'SIMDOWNX',
  'SIMDOWN1',
  /** Captures and refunds take 5 seconds. */
  'SIMSLOW5',
] as const;

/** The same in words, for the descriptions of operations that begin a stay. */
export const REHEARSAL_TEXT =
  'With a test key, one that begins with SIMCAPTX or SIMCAPT1 (captures refused, always or ' +
  'once), SIMREFUX or SIMREFU1 (refunds refused), SIMDOWNX or SIMDOWN1 (processor out of ' +
  'reach), SIMINITX (out of reach at the start) or SIMSLOW5 (5 seconds) rehearses that';

export type Rehearsal = (typeof REHEARSALS)[number];

/** null: nothing is rehearsed, as with every plate of the live mode. */
export function rehearsalOf(vehicle: { livemode: boolean; plate: string }): Rehearsal | null {
  if (vehicle.livemode) return null;
  return REHEARSALS.find((prefix) => vehicle.plate.startsWith(prefix)) ?? null;
}
