import {
  asRead,
  asText,
  asUnknown,
  plainValue,
  type Reading,
  type Tags,
  tagText,
} from './reading.ts';

export type Spaces = {
  spaces: number;
  /** Whether somebody said "about", "at least" or "from ... to". */
  isEstimate: boolean;
};

/** `yes`: there are some, and nobody counted them. */
export type SpecialSpaces = { kind: 'count'; spaces: number } | { kind: 'some' };

const SPACES_MAX = 100_000;
const NOT_KNOWN = /^(?:yes|no|unknown|unbekannt|\?)$/i;
/** Groups of three digits, with any sign of thousands between them. */
const NUMBER = String.raw`\d{1,6}|\d{1,3}(?:[.,' ]\d{3})`;
const ABOUT = String.raw`~|≈|±|ca\.?|circa|c\.|about|approx\.?|approximately|environ|env\.`;
const COUNT = new RegExp(`^(?<about>${ABOUT}|>|>=)? ?(?<count>${NUMBER})(?<more> ?\\+)?$`, 'i');
const RANGE = new RegExp(`^(?<count>${NUMBER}) ?[-–] ?(?<last>${NUMBER})$`);

/**
 * How many spaces a lot has, from `capacity`. Of a range the lower end: spaces that do not exist
 * must not be promised. In published data, 0 means that they were not counted.
 */
export function readCapacity(tags: Tags): Reading<Spaces> {
  const text = tagText(tags, 'capacity');
  const plain = text === undefined ? undefined : plainValue(text);
  if (text === undefined || (plain !== undefined && NOT_KNOWN.test(plain))) return asUnknown();
  const read = countIn(plain ?? '');
  if (read?.spaces === 0 && !read.isEstimate) return asUnknown();
  if (read === undefined || read.spaces < 1 || read.spaces > SPACES_MAX)
    return asText('capacity', text, `is not a number of spaces from 1 to ${SPACES_MAX}`);
  return asRead(read);
}

/**
 * Spaces of one kind, such as `capacity:disabled`: a number, `yes` or `no`. `total` is the capacity
 * of the lot, null when it is not known.
 */
export function readSpecialSpaces(
  tags: Tags,
  key: string,
  total: number | null,
): Reading<SpecialSpaces> {
  const text = tagText(tags, key);
  if (text === undefined || /^unknown$/i.test(text)) return asUnknown();
  const plain = plainValue(text) ?? '';
  if (/^yes$/i.test(plain)) return asRead({ kind: 'some' });
  if (/^(?:no|none)$/i.test(plain)) return asRead({ kind: 'count', spaces: 0 });
  const read = countIn(plain);
  if (read === undefined || read.spaces > (total ?? SPACES_MAX))
    return asText(key, text, 'is neither yes, no nor a number up to the capacity');
  return asRead({ kind: 'count', spaces: read.spaces });
}

function countIn(text: string): Spaces | undefined {
  const single = COUNT.exec(text)?.groups;
  const range = RANGE.exec(text)?.groups;
  const count = single?.count ?? range?.count;
  if (count === undefined) return undefined;
  const spaces = numberOf(count);
  if (range !== undefined && numberOf(range.last ?? '') <= spaces) return undefined;
  const isExact = range === undefined && !single?.about && !single?.more;
  return { spaces, isEstimate: !isExact };
}

function numberOf(text: string): number {
  return Number(text.replaceAll(/\D/g, ''));
}
