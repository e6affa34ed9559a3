/**
 * What a caller can have the processor do wrong in the test mode, by the first letters of the
 * plate: fail every time (`X`), or at the first attempt only (`1`). The rest of the plate is the
 * caller's choice, so that many can rehearse at once.
 */
export const REHEARSALS = [
  /** The processor cannot be reached when the stay begins. */
  'SIMINITX',
  /** The driver never authorises, or only after the stay began. */
  'SIMAUTHX',
  'SIMAUTH1',
  /** What is authorised cannot be raised: a longer stay needs another payment. */
  'SIMINCRX',
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
  'In test mode, SIMCAPTX or SIMCAPT1 (captures refused, always or once), SIMREFUX or SIMREFU1 ' +
  '(refunds), SIMDOWNX or SIMDOWN1 (down), SIMINITX (down at start), SIMAUTHX or ' +
  'SIMAUTH1 (unauthorised), SIMINCRX (no raise), SIMSLOW5 (5 s) in front rehearse it';

export type Rehearsal = (typeof REHEARSALS)[number];

/** `plate`: null: erased. */
type Rehearsing = { livemode: boolean; plate: string | null };

/** Of the payment for a longer stay: its driver authorises it only after it was asked for. */
export function rehearsalOfLonger(vehicle: Rehearsing): Rehearsal | null {
  const rehearsal = rehearsalOf(vehicle);
  return rehearsal === 'SIMINCRX' ? 'SIMAUTH1' : rehearsal;
}

/** null: nothing is rehearsed, as with every plate of the live mode. */
export function rehearsalOf({ livemode, plate }: Rehearsing): Rehearsal | null {
  if (livemode || plate === null) return null;
  return REHEARSALS.find((prefix) => plate.startsWith(prefix)) ?? null;
}
