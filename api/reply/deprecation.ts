import { type TSchema, Type } from 'typebox';
import { DEPRECATION_MARK } from '../../src/kit/web/document/annotations.ts';
import { nullable } from '../../src/kit/web/document/field-types.ts';
import { named, nameOf } from '../../src/kit/web/document/named.ts';
import { Instant } from '../fields/field-types.ts';

/** What replaces something stands beside it for at least six months (specification, part 9). */
const OVERLAP_MONTHS_MIN = 6;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Says of an operation or a field that it will go. Days are those of UTC, such as `2026-12-01`. */
export type Deprecation = Readonly<{
  /** From this day on nobody should begin to use it. */
  since: string;
  /** From this day on it may be gone: six months after `since`, or later. */
  sunset: string;
  /** What to use instead: the path of an operation, or the name of a field. */
  successor?: string;
  /** The page that says how to change over. */
  docs: `/docs/${string}`;
}>;

const SHOWN = {
  deprecated_at: Instant,
  sunset_at: Type.String({ format: 'date-time', description: 'It may be gone from then on' }),
  successor: nullable(
    Type.String({ description: 'What to use instead: an address, or the name of a field' }),
  ),
  docs: Type.String({ description: 'The page that says how to change over' }),
};

/** The member `_deprecation` of answers: the first four are about the operation itself. */
export const DeprecationNotice = named(
  'DeprecationNotice',
  {
    ...Type.Partial(Type.Object(SHOWN)).properties,
    fields: Type.Optional(
      Type.Array(
        named('DeprecatedField', {
          field: Type.String({ description: 'Such as `lots[].name`' }),
          in: Type.Enum(['path', 'query', 'header', 'body', 'answer']),
          ...SHOWN,
        }),
        { description: 'Fields of the request and of the answer that will go' },
      ),
    ),
  },
  { description: 'What is deprecated; the first four members: the operation itself' },
);

/** A deprecation in the words of the API; `docs` is a path of this service. */
export type ShownDeprecation = {
  deprecated_at: string;
  sunset_at: string;
  successor: string | null;
  docs: string;
};

export function showDeprecation(deprecation: Deprecation): ShownDeprecation {
  const { since, sunset, successor = null, docs } = deprecation;
  const [deprecatedAt, sunsetAt] = [instantOf(since), instantOf(sunset)];
  return { deprecated_at: deprecatedAt, sunset_at: sunsetAt, successor, docs };
}

/** In one sentence, for descriptions. */
export function deprecationText(shown: ShownDeprecation): string {
  const [since, sunset] = [shown.deprecated_at, shown.sunset_at].map((at) => at.slice(0, 10));
  const instead = shown.successor === null ? '' : `: use ${shown.successor}`;
  return `Deprecated since ${since}, and gone from ${sunset} on${instead}.`;
}

/**
 * The schema of a field that will go, as it is declared: `deprecated(Type.String(), { … })`. Throws
 * at start when its callers get less than six months.
 */
export function deprecated<S extends TSchema>(schema: S, deprecation: Deprecation): S {
  checkDeprecation(deprecation);
  return Object.assign(copyOf(schema), {
    description: withText('description' in schema ? schema.description : undefined, deprecation),
    deprecated: true,
    [DEPRECATION_MARK]: showDeprecation(deprecation),
  });
}

/**
 * A schema of its own. One with a name is also the component of that name elsewhere, so it becomes
 * the only one of a choice. Spreading would lose whether the field is optional.
 */
function copyOf<S extends TSchema>(schema: S): S {
  if (nameOf(schema) === undefined)
    return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as S;
  const choice = Type.Union([schema]);
  return (Type.IsOptional(schema) ? Type.Optional(choice) : choice) as TSchema as S;
}

/** A description with the sentence about its deprecation. */
export function withText(description: unknown, deprecation: Deprecation): string {
  const text = deprecationText(showDeprecation(deprecation));
  return typeof description === 'string' ? `${description.replace(/\.?$/, '.')} ${text}` : text;
}

/** Throws when a day is none, or when there are less than six months between them. */
export function checkDeprecation({ since, sunset }: Deprecation): void {
  const earliest = new Date(instantOf(since));
  earliest.setUTCMonth(earliest.getUTCMonth() + OVERLAP_MONTHS_MIN);
  if (new Date(instantOf(sunset)) < earliest)
    throw new Error(
      `what is deprecated since ${since} may not go on ${sunset}: ` +
        `it stays for ${OVERLAP_MONTHS_MIN} months`,
    );
}

/** The beginning of a day of UTC. Throws when there is no such day. */
function instantOf(day: string): string {
  const at = new Date(day);
  const isDay = DAY.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
  if (!isDay) throw new Error(`${day} is not a date such as 2026-12-01`);
  return at.toISOString();
}

/** What lists say about an operation that will go, or about one of its fields. */
export type DeprecationLine = Readonly<{
  /** Such as `GET /api/v1/lots/{lot_id}`. */
  call: string;
  text: string;
  /** Path of the page about it. */
  docs: string;
}>;
