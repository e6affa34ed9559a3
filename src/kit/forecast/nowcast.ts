/**
 * The share of a lot that will be occupied some time from now, of 0 to 1: what was forecast for
 * then, and that part (`carry`) of the present difference from the forecast that usually remains.
 */
export function nowcastShare(
  now: number,
  { forNow, forThen }: { forNow: number; forThen: number },
  carry: number,
): number {
  return Math.max(0, Math.min(1, forThen + carry * (now - forNow)));
}
