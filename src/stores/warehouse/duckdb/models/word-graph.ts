import { createHash } from 'node:crypto';
import { nameOf, normalForm, type Statements } from './statements.ts';

/** Which statements use which others, found by the words in their texts. */
export type WordGraph = {
  /**
   * All statements of a name, in normal form: a table has one that creates it and one that fills
   * it.
   */
  textOf(name: string): string;
  /** The name, the names that its statements use, the names that those use, and so on. */
  reach(name: string): ReadonlySet<string>;
  /** A hash that changes with every statement of the names in `reach`. */
  versionOf(name: string): string;
};

export function readWords(statements: Statements): WordGraph {
  const texts = new Map<string, string>();
  for (const [path, text] of statements) {
    const known = texts.get(nameOf(path)) ?? '';
    texts.set(nameOf(path), `${known}${normalForm(text)}\n`);
  }
  const textOf = (name: string) => texts.get(name) ?? '';
  const uses = new Map(
    [...texts].map(([name, text]) => {
      const words = new Set(text.match(/\w+/g));
      return [name, [...words].filter((word) => texts.has(word))];
    }),
  );
  function reach(name: string): ReadonlySet<string> {
    const reached = new Set([name]);
    for (const each of reached) for (const used of uses.get(each) ?? []) reached.add(used);
    return reached;
  }
  return {
    textOf,
    reach,
    versionOf: (name) => hashOf([...reach(name)].sort().map(textOf)),
  };
}

/** A hash that changes with any of the texts and with their order. */
export function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text}\n`);
  return hash.digest('hex');
}
