/** One of the alternatives, which are divided by `|`, as part of a regular expression. */
export function anyOf(...alternatives: string[]): string {
  return `(?:${alternatives.join('|')})`;
}
