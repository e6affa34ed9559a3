/** A run begins at these instants; its first test, about ten seconds later. */
export const CLOCKS = [
  { name: 'the day ends', at: '2026-12-15T23:59:30Z' },
  { name: 'a day has just begun', at: '2026-12-16T00:00:00Z' },
  { name: 'clocks go forward in Europe', at: '2027-03-28T00:59:30Z' },
  { name: 'clocks go back in North America', at: '2027-11-07T05:59:30Z' },
  { name: 'the leap day', at: '2028-02-29T12:00:00Z' },
  { name: 'the year ends', at: '2026-12-31T23:59:30Z' },
] as const;
