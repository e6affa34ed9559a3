/** Longer than any address that is written on one line. */
const QUERY_LENGTH_MAX = 200;

/** Text on one line, without control characters and halves of characters, which no store takes. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Control}\s]+/gu, ' ')
    .trim();
}

/** What to look for; undefined when it names nothing (no letter, no digit) or is too long. */
export function readQuery(text: string): string | undefined {
  // Some of it may be spaces that go, but a huge text is not even read.
  if (text.length > 2 * QUERY_LENGTH_MAX) return undefined;
  const query = oneLine(text);
  return query.length <= QUERY_LENGTH_MAX && /[\p{Letter}\p{Number}]/u.test(query)
    ? query
    : undefined;
}
