import { type TSchema, Type } from 'typebox';
import type { HoursReader } from '../../../kit/hours/read-hours.ts';
import { nullable } from '../../../kit/web/document/field-types.ts';
import { readText, TEXT_LENGTH_MAX } from '../osm/tags.ts';

/** The declaration of a member of a lot. */
export type LotField = Readonly<{
  /** As answers and events show it. */
  shown: TSchema;
  /** Whether the event `lot.updated` leaves it out. */
  isEventless?: true;
  /** As requests state it; left out: they do not. */
  input?: TSchema;
  /** Whether our own files state it, though requests do not. */
  isInFiles?: true;
  /** Whether a new lot has to state it. */
  isRequired?: true;
  /** Whether it is of the posted rate, which a lot that exists gets elsewhere. */
  isRate?: true;
  /** Whether a lot that exists keeps it where a row of many does not state it. */
  isKept?: true;
}> &
  (OneColumn | OtherColumns);

/** It is the column of its name. */
type OneColumn = Readonly<{
  columns?: undefined;
  of?: undefined;
  /** The value to store. Errors: BAD_REQUEST naming the member. Left out: the stated one. */
  read?(value: never, context: ReadContext): unknown;
  /** In the column of a new lot that does not state it. */
  initial?: unknown;
}>;

/** It is not the column of its name, or not that one alone. */
type OtherColumns = Readonly<{
  /** The columns that it decides. */
  columns: readonly string[];
  of(lot: never, baseUrl: string): unknown;
  /** The columns to store. Errors: BAD_REQUEST naming the member. */
  read?(value: never, context: ReadContext): object;
  initial?: object;
}>;

export type ReadContext = { name: string; readHours: HoursReader };

/** `max_height_cm` is the column `maxHeightCm` in the code. */
export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** A text that may be missing; null removes it. */
export const text = (description: string, shown = Type.String()) => ({
  shown: nullable(shown),
  input: nullable(Type.String({ maxLength: TEXT_LENGTH_MAX, description })),
  read: readTextOrNull,
  initial: null,
});

export const readTextOrNull = (value: string | null, { name }: ReadContext): string | null =>
  readText({ [name]: value }, name) ?? null;
