import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import { badFields, type FieldProblem } from '../../src/kit/errors.ts';
import { ANNOTATIONS } from '../../src/kit/web/document/annotations.ts';
import type { BodyType } from '../../src/kit/web/input/body-types.ts';
import { choiceOf, compileChoice } from '../../src/kit/web/input/choice.ts';
import { dropNulls } from '../../src/kit/web/input/drop-nulls.ts';
import { fromTexts } from '../../src/kit/web/input/from-texts.ts';
import { toProblems } from '../../src/kit/web/input/problems.ts';
import type { Arrived } from '../../src/kit/web/input/read-body.ts';
import { findUnsafeValue, scalarProblem } from '../../src/kit/web/input/values.ts';
import { isIdPattern } from '../fields/ids.ts';
import type { Input, Operation } from '../operation.ts';
import type { Call, CallHeaders } from './call.ts';

const NO_PARAMETERS = Type.Object({}, { additionalProperties: false });

/** Headers that may be sent in several lines (RFC 9110 5.3). */
const LIST_HEADERS = ['Accept', 'Accept-Encoding', 'If-None-Match'];

const literal = newAjv({ useDefaults: true });

export function newAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    verbose: true,
    ...options,
  });
  formats.default(ajv, { keywords: true });
  ajv.addVocabulary(ANNOTATIONS);
  const compare = (a: string, b: string) => Date.parse(a) - Date.parse(b);
  ajv.addFormat('date-time', { validate: isInstant, compare });
  return ajv;
}

const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const TIME = /^([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** RFC 3339 without leap seconds, which no JavaScript date can hold. */
function isInstant(text: string): boolean {
  const [date = '', time = ''] = text.split(/t/i);
  const [, year, month, day] = DATE.exec(date) ?? [];
  if (day === undefined || !TIME.test(time)) return false;
  // `Date` moves a day that does not exist, such as February 30, into the next month.
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === +day;
}

/**
 * Compiles the check of an operation's requests. The check returns the parts of the request with
 * their defaults filled in; it throws BAD_REQUEST naming every wrong field.
 */
export function compileInput(
  operation: Operation,
): (call: Call, arrived: Arrived | undefined) => Input {
  const params = operation.params && compileTexts(operation.params);
  const query = compileTexts(operation.query ?? NO_PARAMETERS);
  const headers = operation.headers && compileTexts(operation.headers);
  const bodyProblems = operation.body && compileBody(operation.body, operation.bodyTypes);
  const headerNames = Object.keys(operation.headers?.properties ?? {});

  return (call, arrived) => {
    const input: Input = {
      params: { ...call.params },
      query: { ...call.query },
      headers: headerNames.length > 0 ? pickHeaders(call.headers, headerNames) : {},
      body: arrived?.value,
    };
    const problems = [
      ...(params ? flatProblems(params, input.params, 'path') : []),
      ...flatProblems(query, input.query, 'query'),
      ...(headers ? flatProblems(headers, input.headers, 'headers') : []),
      ...(bodyProblems ? bodyProblems(arrived) : []),
    ];
    if (problems.length > 0) throw badFields(problems);
    return input;
  };
}

/** Any other header that is sent twice stays an array, which no header's schema accepts. */
function pickHeaders(sent: CallHeaders, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = sent[name.toLowerCase()];
      if (values === undefined) return [];
      const isOne = values.length === 1 || LIST_HEADERS.includes(name);
      return [[name, isOne ? values.join(', ') : values]];
    }),
  );
}

type Check = Pick<ValidateFunction, 'errors'> & ((value: unknown) => boolean);

/** A check of values that may be texts, of a URL, header or form: they are converted first. */
function compileTexts(schema: TSchema): Check {
  const check = literal.compile(schema);
  const converted: Check = (values) => {
    fromTexts(schema, values);
    const isFit = check(values);
    converted.errors = check.errors ?? null;
    return isFit;
  };
  return converted;
}

function flatProblems(check: Check, values: unknown, root: string): FieldProblem[] {
  const refusals = check(values) ? [] : refusalsOf(check, root);
  if (refusals.length > 0) return toProblems(refusals, root);
  return Object.entries(values ?? {}).flatMap(([field, value]) => {
    const reason = scalarProblem(value);
    return reason === undefined ? [] : [{ field, reason }];
  });
}

/**
 * The errors for which a call is refused. A text that cannot be an id is an id of nothing: the
 * handler answers 404, as for any other.
 */
function refusalsOf({ errors }: Check, root: string): ErrorObject[] {
  return (errors ?? []).filter(({ keyword, params }) => {
    if (keyword === 'pattern') return !isIdPattern(params.pattern);
    return !(keyword === 'format' && params.format === 'uuid' && root === 'path');
  });
}

type BodyCheck = (arrived: Arrived | undefined) => FieldProblem[];

/** Compiles the check of a body. Raw bytes are not checked. */
function compileBody(schema: TSchema, types: readonly BodyType[] = []): BodyCheck {
  const choice = choiceOf(schema);
  if (choice === undefined) return compileOneBody(schema, types);
  return compileChoice(choice, (branch) => compileOneBody(branch, types));
}

function compileOneBody(schema: TSchema, types: readonly BodyType[]): BodyCheck {
  const isForm = types.includes('application/x-www-form-urlencoded');
  const checkValue = literal.compile(schema);
  const checkForm = isForm ? compileTexts(schema) : checkValue;
  return (arrived) => {
    if (arrived === undefined) return [{ field: 'body', reason: 'is required' }];
    const { reading, value } = arrived;
    if (reading === 'bytes') return [];
    const unsafe = findUnsafeValue(value);
    if (unsafe !== undefined) return [unsafe];
    dropNulls(schema, value);
    const check = reading === 'form' ? checkForm : checkValue;
    const refusals = check(value) ? [] : refusalsOf(check, 'body');
    return refusals.length === 0 ? [] : toProblems(refusals, 'body');
  };
}
