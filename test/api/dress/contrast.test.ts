import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// Every text can be read on every ground on which it may stand, in both themes (WCAG 2.2, AA).

const TEXT_CONTRAST_MIN = 4.5;
/** Of lines around what can be changed, and of the ring of what has the focus. */
const LINE_CONTRAST_MIN = 3;

const GROUNDS = ['ground', 'surface', 'raised'];
/** Each text with the grounds that are its own, beside those of all texts. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ink: [...GROUNDS, 'accent-soft', 'line'],
  'ink-quiet': GROUNDS,
  accent: [...GROUNDS, 'accent-soft'],
  ok: [...GROUNDS, 'ok-soft'],
  warn: [...GROUNDS, 'warn-soft'],
  bad: [...GROUNDS, 'bad-soft'],
  'on-fill': ['accent-fill', 'accent-fill-hover', 'bad-fill', 'bad-fill-hover'],
};
const LINES: Readonly<Record<string, readonly string[]>> = {
  'line-strong': GROUNDS,
  accent: GROUNDS,
};
/** Parts of the page from each other, and shade: nobody needs to see them to use it. */
const DECORATION = ['line', 'shadow', 'shadow-high', 'shade'];

const css = readFileSync('api/dress/design.css', 'utf8');
const themes = { light: coloursOf(0), dark: coloursOf(1) };

/** The colours of a theme by their names; the first of two is that of the light one. */
function coloursOf(side: 0 | 1): Map<string, string> {
  const tokens = css.matchAll(/^\s*--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));$/gm);
  return new Map(
    [...tokens].map(([, name = '', light, dark, both]) => [
      name,
      both ?? [light, dark][side] ?? '',
    ]),
  );
}

/** Of WCAG 2.2: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The pairs of a theme whose contrast is too low, with what it is. */
function unreadable(
  colours: ReadonlyMap<string, string>,
  pairs: Readonly<Record<string, readonly string[]>>,
  min: number,
): string[] {
  return Object.entries(pairs).flatMap(([text, grounds]) =>
    grounds
      .map((ground) => ({
        ground,
        ratio: contrast(colours.get(text) ?? '', colours.get(ground) ?? ''),
      }))
      .filter(({ ratio }) => ratio < min)
      .map(({ ground, ratio }) => `${text} on ${ground}: ${ratio.toFixed(2)}`),
  );
}

describe.each(Object.entries(themes))('in the %s theme', (_theme, colours) => {
  test('texts have a contrast of 4.5 with each ground on which they stand', () => {
    expect(unreadable(colours, TEXTS, TEXT_CONTRAST_MIN)).toEqual([]);
  });

  test('lines around controls and the ring of the focus have a contrast of 3', () => {
    expect(unreadable(colours, LINES, LINE_CONTRAST_MIN)).toEqual([]);
  });
});

test('every colour of the design is one of these, and nothing else states a colour', () => {
  const known = new Set([
    ...Object.keys(TEXTS),
    ...Object.values(TEXTS).flat(),
    ...Object.keys(LINES),
    ...DECORATION,
  ]);
  const tokens = [...css.matchAll(/^\s*--([\w-]+): .*#[0-9a-f]{6}.*;$/gm)].map(([, name]) => name);
  expect(tokens.length).toBeGreaterThan(15);
  expect(tokens.filter((name = '') => !known.has(name))).toEqual([]);
  const stated = css.split('\n').filter((line) => /#[0-9a-f]{3,8}\b|rgb|hsl/.test(line));
  const elsewhere = stated.filter((line) => !/^\s*--/.test(line));
  // The see-through part of a knob is no colour.
  expect(elsewhere.filter((line) => !line.includes('#0000 '))).toEqual([]);
});
