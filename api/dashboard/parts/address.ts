/** The address of somebody, and whether it is known to be theirs. */
export function addressOf(email: string | null, isConfirmed: boolean): string {
  if (email === null) return 'none';
  return isConfirmed ? email : `${email} (not confirmed)`;
}
