/** Longer than any address on one line. */
const QUERY_LENGTH_MAX = 200;

/**
 * Text on one line, without the control characters and half surrogate pairs that no store accepts.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Control}\s]+/gu, ' ')
    .trim();
}

/** The text to look for; undefined when it names nothing (no letter, no digit) or is too long. */
export function readQuery(text: string): string | undefined {
  // Spaces may still be removed, but a huge text is refused without reading it.
  if (text.length > 2 * QUERY_LENGTH_MAX) return undefined;
  const query = oneLine(text);
  return query.length <= QUERY_LENGTH_MAX && /[\p{Letter}\p{Number}]/u.test(query)
    ? query
    : undefined;
}
