import { badField } from '../../../kit/errors.ts';

/** No tariff is longer, however it is written. */
const TEXT_LENGTH_MAX = 100_000;
/** Texts, those before a colon with it, and where objects begin and end. */
const TOKEN = /"(?:[^"\\]+|\\.)*"(?<colon>\s*:)?|[{}]/g;

/**
 * The value of a JSON text. Errors: BAD_REQUEST naming `field` for another text, and the member
 * that is there twice: readers of JSON do not agree which of its values counts.
 */
export function readJsonText(field: string, text: string): unknown {
  if (text.length > TEXT_LENGTH_MAX)
    throw badField(field, `must have at most ${TEXT_LENGTH_MAX} characters`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badField(field, 'is no JSON: a tariff such as {"parts": [...]} is needed');
  }
  const twice = memberTwice(text);
  if (twice !== undefined) throw badField(`${field}.${twice}`, 'is there twice');
  return value;
}

function memberTwice(text: string): string | undefined {
  const open: Set<string>[] = [];
  for (const { 0: token, groups } of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (groups?.colon !== undefined) {
      const name: string = JSON.parse(token.slice(0, -groups.colon.length));
      if (open.at(-1)?.has(name)) return name;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
}
