import { isObject } from '../../is-object.ts';

const PAIR = /\s*"((?:[^"\\]|\\.)*)"\s*=>\s*"((?:[^"\\]|\\.)*)"\s*(?:,|$)/y;

/**
 * Tags as one text, in which tables have them: JSON, or PostgreSQL's hstore (`"fee"=>"yes"`). A
 * text that is neither is one tag, `tags`, so that nothing of it is lost.
 */
export function readStoreText(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  return readJsonObject(text) ?? readPairs(text) ?? { tags: text };
}

function readJsonObject(text: string): Record<string, unknown> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readPairs(text: string): Record<string, string> | undefined {
  const pairs: [string, string][] = [];
  PAIR.lastIndex = 0;
  let end = 0;
  while (end < text.length) {
    const found = PAIR.exec(text);
    if (found === null) return undefined;
    const [, key = '', value = ''] = found;
    pairs.push([unescaped(key), unescaped(value)]);
    end = PAIR.lastIndex;
  }
  return Object.fromEntries(pairs);
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, '$1');
}
