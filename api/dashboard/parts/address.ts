/** The address of somebody, and whether it is known to be theirs. */
export function addressOf({
  email,
  isEmailConfirmed,
}: {
  email: string | null;
  isEmailConfirmed: boolean;
}): string {
  if (email === null) return 'none';
  return isEmailConfirmed ? email : `${email} (not confirmed)`;
}
