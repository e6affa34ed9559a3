import { type Span, spanOf } from './span.ts';

/** A way to say a quantity, and what it comes to. */
export type MeasureForm = readonly [said: RegExp, value: (match: RegExpExecArray) => number];

/** Every quantity in the text that is possible, in whole units, by the order of the forms. */
export function measuresIn(
  text: string,
  forms: readonly MeasureForm[],
  { min, max }: { min: number; max: number },
): { value: number; span: Span }[] {
  return forms
    .flatMap(([said, value]) =>
      [...text.matchAll(said)].map((match) => ({
        value: Math.round(value(match)),
        span: spanOf(match),
      })),
    )
    .filter(({ value }) => value >= min && value <= max);
}

/** A number as it is written, with a point or a comma. */
export function decimalOf(written: string): number {
  return Number(written.replace(',', '.'));
}
