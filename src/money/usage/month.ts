/** The month (UTC) of an instant as `yyyy-mm`. */
export function monthName(at: Date): string {
  return at.toISOString().slice(0, 'yyyy-mm'.length);
}
