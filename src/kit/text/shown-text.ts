const LENGTH_MAX = 100;

/** Text from outside in the form for messages: shortened, and without control characters. */
export function shownText(text: string): string {
  const plain = text.replaceAll(/\p{Control}/gu, ' ').trim();
  return (plain.length > LENGTH_MAX ? `${plain.slice(0, LENGTH_MAX)}…` : plain).toWellFormed();
}
