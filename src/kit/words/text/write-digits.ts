import { type MappedText, rewrite } from './mapped-text.ts';
import { MONTH } from './pattern.ts';

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const VALUES = new Map<string, number>([
  ...SMALL.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, index) => [word, 10 * (index + 2)] as const),
  ['hundred', 100],
]);
const NUMBER_WORD = [...VALUES.keys()].join('|');
const RUN = new RegExp(
  `\\b(?:a hundred|${NUMBER_WORD})(?:(?:(?<=hundred) and)?[ -](?:${NUMBER_WORD}))*\\b`,
  'gi',
);
const POINT = /\b(\d{1,3}) point (\d(?: \d)?)\b/gi;
const SEVERAL = /\b(?:a |the )?(?:(couple|pair)(?: of)?|dozen)\b/gi;

const ORDINALS = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth ' +
  'fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
).split(' ');
const ORDINAL = `(?:(2|3)0[ -])?(${ORDINALS.join('|')}|thirtieth)`;
/** Only in dates: Second Avenue keeps its name. */
const ORDINAL_DATES: readonly RegExp[] = [
  new RegExp(`(?<=\\b${MONTH} (?:the )?)${ORDINAL}\\b`, 'gi'),
  new RegExp(`\\b${ORDINAL}(?= (?:of )?${MONTH}\\b)`, 'gi'),
];

/**
 * The text with digits in place of numbers in words: `thirty-six` -> `36`, `a couple of` -> `2`,
 * `May third` -> `May 3th`. Words that are not one number stay several: `five thirty` -> `5 30`.
 */
export function writeDigits(mapped: MappedText): MappedText {
  let written = rewrite(mapped, SEVERAL, ([, two]) => (two === undefined ? '12' : '2'));
  written = rewrite(written, RUN, ([run]) => digitsOf(run));
  for (const ordinal of ORDINAL_DATES)
    written = rewrite(written, ordinal, ([, tens, word]) => dateOf(tens, word));
  return rewrite(written, POINT, ([, before, after]) => `${before}.${after?.replace(' ', '')}`);
}

function digitsOf(run: string): string {
  const numbers: number[] = [];
  for (const word of run.toLowerCase().split(/[ -]/)) {
    const value = word === 'a' ? 1 : VALUES.get(word);
    if (value === undefined) continue;
    const last = numbers.at(-1);
    if (last !== undefined && joins(last, value))
      numbers.splice(-1, 1, value === 100 ? last * 100 : last + value);
    else numbers.push(value);
  }
  return numbers.join(' ');
}

/** Whether two words are one number: `twenty` `five`, `two` `hundred`, `200` and a smaller one. */
function joins(last: number, value: number): boolean {
  if (value === 100) return last > 0 && last < 10;
  if (last % 100 === 0 && last > 0) return value > 0;
  return last >= 20 && last % 10 === 0 && value > 0 && value < 10;
}

function dateOf(tens = '0', word = ''): string {
  const unit = word.toLowerCase() === 'thirtieth' ? 30 : ORDINALS.indexOf(word.toLowerCase()) + 1;
  return `${Number(tens) * 10 + unit}th`;
}
