import { type Span, spanOf } from './span.ts';

/** A form in which a quantity is written, and how to compute its value. */
export type MeasureForm = readonly [said: RegExp, value: (match: RegExpExecArray) => number];

/** Every quantity in the text within the bounds, in whole units, in the order of the forms. */
export function measuresIn(
  text: string,
  forms: readonly MeasureForm[],
  { min, max }: { min: number; max: number },
): { value: number; span: Span }[] {
  return forms
    .flatMap(([pattern, value]) =>
      [...text.matchAll(pattern)].map((match) => ({
        value: Math.round(value(match)),
        span: spanOf(match),
      })),
    )
    .filter(({ value }) => value >= min && value <= max);
}

/** A number written with a point or a comma. */
export function decimalOf(written: string): number {
  return Number(written.replace(',', '.'));
}
