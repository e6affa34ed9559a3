/**
 * Of the next leap year. All clocks are ahead of the true one: with its clock behind, a process
 * finds its waits until an instant over before they begin.
 */
const YEAR = 4 * Math.floor(new Date().getUTCFullYear() / 4 + 1);

/** A run begins at these instants; its first test, about ten seconds later. */
export const CLOCKS = [
  { name: 'the day ends', at: `${YEAR}-12-15T23:59:30Z` },
  { name: 'a day has just begun', at: `${YEAR}-12-16T00:00:00Z` },
  // On the last Sunday of March, and on the first of November.
  { name: 'clocks go forward in Europe', at: `${sundayFrom(`${YEAR}-03-25`)}T00:59:30Z` },
  { name: 'clocks go back in North America', at: `${sundayFrom(`${YEAR}-11-01`)}T05:59:30Z` },
  { name: 'the leap day', at: `${YEAR}-02-29T12:00:00Z` },
  { name: 'the year ends', at: `${YEAR}-12-31T23:59:30Z` },
];

/** The date of the first Sunday that is not before `date`. */
function sundayFrom(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + ((7 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}
