/**
 * Describes the plates that rehearse failures, for operations that begin a stay;
 * src/parking/payments/rehearsals.ts defines them.
 */
export const REHEARSAL_TEXT =
  'With a test key, one that begins with SIMCAPTX or SIMCAPT1 (captures refused, always or ' +
  'once), SIMREFUX or SIMREFU1 (refunds refused), SIMDOWNX or SIMDOWN1 (processor out of ' +
  'reach), SIMINITX (out of reach at the start) or SIMSLOW5 (5 seconds) rehearses that';
