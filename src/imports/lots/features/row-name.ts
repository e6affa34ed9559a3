import { shownText } from '../../../kit/text/shown-text.ts';

/**
 * The row's name for its lot, so that people find the row: the first of `names` that is not empty.
 */
export function rowName(...names: readonly unknown[]): string | null {
  const texts = names.filter((name) => typeof name === 'string' || typeof name === 'number');
  return texts.map((name) => shownText(String(name))).find((text) => text !== '') ?? null;
}
