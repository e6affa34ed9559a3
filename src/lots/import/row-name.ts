import { shownText } from '../../shown-text.ts';

/** What a row calls its lot, for whoever looks for it: the first of `names` that says anything. */
export function rowName(...names: readonly unknown[]): string | null {
  const texts = names.filter((name) => typeof name === 'string' || typeof name === 'number');
  return texts.map((name) => shownText(String(name))).find((text) => text !== '') ?? null;
}
