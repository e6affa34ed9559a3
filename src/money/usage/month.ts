/** The first instant of the month (UTC) of an instant. */
export function startOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
}

/** The month (UTC) of an instant as `yyyy-mm`. */
export function monthName(at: Date): string {
  return at.toISOString().slice(0, 'yyyy-mm'.length);
}
