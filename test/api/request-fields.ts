import type { Operation } from '../../api/operation.ts';
import { dateOf } from '../../src/kit/time/days.ts';
import { NewLotInput } from '../../src/parking/lots/lot-details.ts';

// All fields of all requests, taken from the schemas of the operations.

/** The parts of JSON Schema that requests use. */
export type Schema = {
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  formatMinimum?: string;
  formatExclusiveMaximum?: string;
};

type Path = readonly (string | number)[];
/** One scalar value of a request. `root` is the part of the request that holds it. */
export type Field = { root: 'params' | 'query' | 'headers' | 'body'; path: Path; schema: Schema };

const ROOTS = ['params', 'query', 'headers', 'body'] as const;

/** The rows of a batch are lots, which its operation checks one by one. */
function bodyOf(operation: Operation): Schema | undefined {
  const isBatch = operation.operationId === 'createLotBatch';
  return (isBatch ? { type: 'array', items: NewLotInput } : operation.body) as Schema | undefined;
}

export function schemaOf(operation: Operation, root: Field['root']): Schema | undefined {
  return root === 'body' ? bodyOf(operation) : (operation[root] as Schema | undefined);
}

/** Whether it asks about a place, which may be given as a point or by its name. */
export function takesPlace(operation: Operation): boolean {
  return 'near' in (schemaOf(operation, 'query')?.properties ?? {});
}

export function fieldsOf(operation: Operation): Field[] {
  return ROOTS.flatMap((root) => {
    const schema = schemaOf(operation, root);
    return schema === undefined
      ? []
      : leavesOf(schema, []).map((leaf) => ({ root, path: leaf.path, schema: leaf.schema }));
  });
}

function leavesOf(schema: Schema, path: Path): { path: Path; schema: Schema }[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => leavesOf(one, path));
  if (schema.type === 'array') return leavesOf(schema.items ?? {}, [...path, 0]);
  if (schema.type !== 'object') return [{ path, schema }];
  const named = Object.entries(schema.properties ?? {});
  const others = othersOf(schema).map((one) => ['other', one] as const);
  return [...named, ...others].flatMap(([name, one]) => leavesOf(one, [...path, name]));
}

/** The value with `at` in the place of a path; missing parents are made by their schema. */
export function withValue(schema: Schema, value: unknown, path: Path, at: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return at;
  const [inner] = variantsOf(schema).flatMap((one) => innerOf(one, step));
  if (typeof step === 'number') {
    const [first = sampleOf(inner ?? {}), ...others] = Array.isArray(value) ? value : [];
    return [withValue(inner ?? {}, first, rest, at), ...others];
  }
  const known = value ?? sampleOf(schema);
  const members = (typeof known === 'object' ? known : {}) as Record<string, unknown>;
  return { ...members, [step]: withValue(inner ?? {}, members[step], rest, at) };
}

function innerOf(schema: Schema, step: string | number): Schema[] {
  if (typeof step === 'number') return schema.items === undefined ? [] : [schema.items];
  const named = schema.properties?.[step];
  return named === undefined ? othersOf(schema) : [named];
}

/** The schema of members with any name. */
function othersOf({ additionalProperties: others }: Schema): Schema[] {
  return typeof others === 'object' ? [others] : [];
}

function variantsOf(schema: Schema): Schema[] {
  return schema.anyOf ?? [schema];
}

/** A day that can be asked about: past ones and far ones are refused. */
const SAMPLE_DAY = Math.floor(Date.now() / 86_400_000) + 30;

/** The plainest value that fits the schema. */
export function sampleOf(schema: Schema): unknown {
  const [plain = schema] = variantsOf(schema);
  if (plain.enum !== undefined) return plain.enum[0];
  if (plain.const !== undefined) return plain.const;
  switch (plain.type) {
    case 'object':
      return Object.fromEntries(
        (plain.required ?? []).map((name) => [name, sampleOf(plain.properties?.[name] ?? {})]),
      );
    case 'array':
      return Array.from({ length: plain.minItems ?? 0 }, () => sampleOf(plain.items ?? {}));
    case 'number':
    case 'integer':
      return plain.default ?? plain.minimum ?? 1;
    case 'boolean':
      return false;
    default:
      if (plain.format === 'date-time') return '2027-07-01T16:00:00Z';
      return plain.format === 'date' ? dateOf(SAMPLE_DAY) : 'EX1';
  }
}
