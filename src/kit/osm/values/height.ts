import {
  asRead,
  asText,
  asUnknown,
  plainValue,
  type Reading,
  type Tags,
  tagText,
} from './reading.ts';

/** A limit in whole centimetres, or that none is posted. */
type Height = { kind: 'limit'; centimetres: number } | { kind: 'none' };

/** The smallest of them decides. */
const KEYS = ['maxheight', 'maxheight:physical', 'maxheight:legal'];

/** No limit is posted, and nothing says that one exists. */
const NONE = /^(?:none|no|default|unsigned|no_sign|no_indications)$/;
const METRES = /^(\d{1,3}(?:[.,]\d{1,2}|\.\d{3,4})?) ?(m|meters?|metres?)?\.?$/;
const CENTIMETRES = /^(\d{2,4}) ?cm\.?$/;
const FEET =
  /^(\d{1,2})(?:'| ?ft\.?| ?feet)(?: ?(\d{1,2}(?:\.\d{1,2})?)(?:"|''| ?in\.?| ?inch(?:es)?))?$/;
const DECIMAL_FEET = /^(\d{1,2}\.\d{1,2}) ?(?:ft\.?|feet)$/;

const CENTIMETRES_OF_METRE = 100;
const CENTIMETRES_OF_FOOT = 30.48;
const INCHES_OF_FOOT = 12;
const CENTIMETRES_MAX = 10_000;
/** A higher number without a unit is in feet or centimetres: no car park posts 7 metres. */
const METRES_WITHOUT_UNIT_MAX = 5;

/** `2.2`, `2,20 m`, `210 cm`, `6'11"` or `7 ft`, rounded down. */
export function readHeight(tags: Tags): Reading<Height> {
  const heights = KEYS.map((key) => ofKey(tags, key));
  const text = heights.find((height) => height.kind === 'text');
  if (text !== undefined) return text;
  const read = heights.flatMap((height) => (height.kind === 'read' ? [height.value] : []));
  const limits = read.flatMap((height) => (height.kind === 'limit' ? [height.centimetres] : []));
  if (limits.length > 0) return asRead({ kind: 'limit', centimetres: Math.min(...limits) });
  return read.length > 0 ? asRead({ kind: 'none' }) : asUnknown();
}

function ofKey(tags: Tags, key: string): Reading<Height> {
  const text = tagText(tags, key);
  if (text === undefined) return asUnknown();
  const plain = (plainValue(text) ?? '')
    .toLowerCase()
    .replaceAll(/[’′]/g, "'")
    .replaceAll(/[”″]/g, '"');
  if (NONE.test(plain)) return asRead({ kind: 'none' });
  const centimetres = Math.floor(inCentimetres(plain) ?? 0);
  if (centimetres < 1 || centimetres > CENTIMETRES_MAX)
    return asText(key, text, `is not like 2.1 (metres), 210 cm or 6'11"`);
  return asRead({ kind: 'limit', centimetres });
}

function inCentimetres(text: string): number | undefined {
  const [, metres, unit] = METRES.exec(text) ?? [];
  if (metres !== undefined) {
    const number = metres.replace(',', '.');
    if (unit === undefined && Number(number) > METRES_WITHOUT_UNIT_MAX) return undefined;
    // Moves the point, because 2.3 x 100 is a little less than 230 in binary.
    return Number(`${number}e2`);
  }
  const [, centimetres] = CENTIMETRES.exec(text) ?? [];
  if (centimetres !== undefined) return Number(centimetres);
  const [, feet, inches = '0'] = FEET.exec(text) ?? [];
  if (feet !== undefined && Number(inches) < INCHES_OF_FOOT)
    return (Number(feet) + Number(inches) / INCHES_OF_FOOT) * CENTIMETRES_OF_FOOT;
  const [, decimalFeet] = DECIMAL_FEET.exec(text) ?? [];
  return decimalFeet === undefined ? undefined : Number(decimalFeet) * CENTIMETRES_OF_FOOT;
}

/** The value of `maxheight`: 210 -> `2.1`. Above what is read without a unit, `5.5 m`. */
export function heightTag(centimetres: number): string {
  const metres = centimetres / CENTIMETRES_OF_METRE;
  return metres > METRES_WITHOUT_UNIT_MAX ? `${metres} m` : String(metres);
}
