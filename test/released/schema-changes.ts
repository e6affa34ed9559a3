import { isObject } from '../../src/kit/is-object.ts';
import { DEPRECATION_MARK, MAY_GROW } from '../../src/kit/web/document/annotations.ts';
import { followIn, type Json } from '../../src/kit/web/document/described.ts';

/** Callers send requests by the released description; the service sends answers by the new one. */
type Direction = 'request' | 'answer';

/** A schema with the document in which its references lead somewhere. */
type Placed = Readonly<{ schema: unknown; document: Readonly<Json> }>;

const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'x-formatMinimum'];
const MOST = [
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'],
  ...['x-formatMaximum', 'x-formatExclusiveMaximum'],
];
/** What is compared by itself, or changes no value. All other keywords must stay the same. */
const OTHERS = [
  ...['type', 'enum', 'const', 'properties', 'required', 'items', 'additionalProperties'],
  ...['default', 'description', 'examples', 'deprecated', DEPRECATION_MARK, MAY_GROW],
];

/**
 * Compares schemas of two descriptions: whatever the one side may send, the other must take. The
 * result says by place what it would not, such as `Lot.name: may be null`. What was announced to be
 * gone at `now` may be gone.
 */
export function openSchemaChanges(direction: Direction, now: Date) {
  const known = new Map<string, string[]>();
  const isAnswer = direction === 'answer';

  /** `at` is where the schemas stand; components are named by themselves. */
  function changesOf(at: string, released: Placed, current: Placed): string[] {
    const [sent, taken] = isAnswer ? [current, released] : [released, current];
    const names = [nameOf(sent.schema), nameOf(taken.schema)];
    if (names[0] === undefined || names[0] !== names[1]) return misfits(at, sent, taken);
    const found = known.get(names[0]);
    if (found !== undefined) return found;
    // For schemas that contain themselves.
    known.set(names[0], []);
    const changes = misfits(names[0], sent, taken);
    known.set(names[0], changes);
    return changes;
  }

  const inside = (at: string, sent: Placed, taken: Placed) =>
    isAnswer ? changesOf(at, taken, sent) : changesOf(at, sent, taken);

  function misfits(at: string, sent: Placed, taken: Placed): string[] {
    const takers = choicesOf(taken);
    return choicesOf(sent).flatMap((one) => {
      const byTaker = takers.map((taker) => misfitsOfOne(at, one, taker));
      return byTaker.sort((a, b) => a.length - b.length)[0] ?? [];
    });
  }

  function misfitsOfOne(at: string, sent: Placed, taken: Placed): string[] {
    const [from, to] = [membersOf(sent.schema), membersOf(taken.schema)];
    const isType = to.type === undefined || from.type === to.type;
    if (!isType && !(from.type === 'integer' && to.type === 'number'))
      return [`${at}: may be ${from.type ?? 'anything'}, no longer only ${to.type}`];
    return [
      ...valueMisfits(at, from, to),
      ...limitMisfits(at, from, to),
      ...memberMisfits(at, { sent, taken, from, to }),
      ...itemMisfits(at, { sent, taken, from, to }),
    ];
  }

  function valueMisfits(at: string, from: Json, to: Json): string[] {
    const [sent, taken] = [valuesOf(from), valuesOf(to)];
    if (taken === undefined || (isAnswer && to[MAY_GROW] === true)) return [];
    const others = sent?.filter((one) => !taken.includes(one)) ?? ['another value'];
    return others.map((one) => `${at}: ${isAnswer ? 'may be' : 'no longer takes'} ${one}`);
  }

  function limitMisfits(at: string, from: Json, to: Json): string[] {
    const beyond = (name: string, isBeyond: (a: string, b: string) => boolean) => {
      const [sent, taken] = [from[name], to[name]] as [string | undefined, string | undefined];
      return taken !== undefined && (sent === undefined || isBeyond(sent, taken));
    };
    const names = [
      ...LEAST.filter((name) => beyond(name, (sent, taken) => sent < taken)),
      ...MOST.filter((name) => beyond(name, (sent, taken) => sent > taken)),
      ...Object.keys(to)
        .filter((name) => ![...LEAST, ...MOST, ...OTHERS].includes(name))
        .filter((name) => !isSame(from[name], to[name])),
      // A call that leaves it out would mean something else.
      ...(!isAnswer && 'default' in from && !isSame(from.default, to.default) ? ['default'] : []),
    ];
    return names.map((name) => `${at}: ${name} was ${shown(from, to, name, isAnswer)}`);
  }

  type Sides = { sent: Placed; taken: Placed; from: Json; to: Json };

  function memberMisfits(at: string, { sent, taken, from, to }: Sides): string[] {
    const [ours, theirs] = [membersOf(from.properties), membersOf(to.properties)];
    const [before, after] = isAnswer ? [theirs, ours] : [ours, theirs];
    const lost = Object.keys(before).filter((name) => !(name in after));
    const kept = Object.keys(before).filter((name) => name in after);
    const always = namesIn(from.required);
    const needed = namesIn(to.required).filter((name) => !always.includes(name));
    return [
      ...lost
        .filter((name) => !isGone(before[name], now))
        .map((name) => `${at}.${name}: ${isAnswer ? 'is no longer there' : 'is no longer taken'}`),
      ...needed
        .filter((name) => !lost.includes(name))
        .map((name) => `${at}.${name}: ${isAnswer ? 'may be missing' : 'is needed'}`),
      ...kept.flatMap((name) => [
        ...sunsetChanges(`${at}.${name}`, before[name], after[name]),
        ...inside(
          `${at}.${name}`,
          { ...sent, schema: ours[name] },
          { ...taken, schema: theirs[name] },
        ),
      ]),
      ...mapMisfits(at, { sent, taken, from, to }),
    ];
  }

  /** Objects with members of any name. */
  function mapMisfits(at: string, { sent, taken, from, to }: Sides): string[] {
    const [ours, theirs] = [from.additionalProperties, to.additionalProperties];
    if (isObject(ours) && isObject(theirs))
      return inside(`${at}{}`, { ...sent, schema: ours }, { ...taken, schema: theirs });
    const isLost = isAnswer ? isObject(theirs) : theirs === false && ours !== false;
    return isLost && from.type === 'object' ? [`${at}: has no members of any name`] : [];
  }

  function itemMisfits(at: string, { sent, taken, from, to }: Sides): string[] {
    if (to.items === undefined) return [];
    return inside(`${at}[]`, { ...sent, schema: from.items ?? {} }, { ...taken, schema: to.items });
  }

  return changesOf;
}

/** Whether its release announced that it would be gone by now. */
export function isGone(released: unknown, now: Date): boolean {
  const sunset = sunsetOf(released);
  return sunset !== undefined && new Date(sunset) <= now;
}

/** What was announced for a day may not go earlier. */
export function sunsetChanges(at: string, released: unknown, current: unknown): string[] {
  const [before, after] = [sunsetOf(released), sunsetOf(current)];
  const isEarlier = before !== undefined && after !== undefined && after < before;
  return isEarlier ? [`${at}: goes ${after}, earlier than ${before}`] : [];
}

function sunsetOf(marked: unknown): string | undefined {
  const mark = membersOf(marked)[DEPRECATION_MARK];
  return isObject(mark) ? String(mark.sunset_at) : undefined;
}

/** The alternatives of a choice, each without a reference. */
function choicesOf({ schema, document }: Placed): Placed[] {
  const followed = followIn(document, schema);
  const { anyOf, allOf, type } = followed;
  const each = (schemas: unknown[]) =>
    schemas.flatMap((one) => choicesOf({ schema: one, document }));
  if (Array.isArray(anyOf)) return each(anyOf);
  if (Array.isArray(type)) return each(type.map((one) => ({ ...followed, type: one })));
  if (!Array.isArray(allOf)) return [{ schema: followed, document }];
  // Every choice of the first part, with the members of the others.
  const [first, ...others] = allOf.map((one) => choicesOf({ schema: one, document }));
  return (first ?? []).map(({ schema: one }) => ({
    schema: others.flat().reduce((all, { schema: part }) => joined(all, membersOf(part)), one),
    document,
  }));
}

function joined(one: unknown, other: Json): Json {
  const { properties, required, ...more } = membersOf(one);
  return {
    ...more,
    properties: { ...membersOf(properties), ...membersOf(other.properties) },
    required: [...namesIn(required), ...namesIn(other.required)],
  };
}

function nameOf(schema: unknown): string | undefined {
  const reference = membersOf(schema).$ref;
  return typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
}

function valuesOf(schema: Json): unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function shown(from: Json, to: Json, name: string, isAnswer: boolean): string {
  const [before, after] = isAnswer ? [to, from] : [from, to];
  return [before[name], after[name]].map((one) => JSON.stringify(one) ?? 'free').join(', is ');
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const namesIn = (names: unknown): string[] => (Array.isArray(names) ? names : []);
/** The members of an object; none of anything else. */
export const membersOf = (value: unknown): Json => (isObject(value) ? value : {});
