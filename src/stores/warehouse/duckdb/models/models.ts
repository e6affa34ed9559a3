import { SOURCES } from '../../sources.ts';
import type { Contents, Model } from '../../warehouse.ts';
import { readActions } from './read-actions.ts';
import { nameOf, normalForm, type Statements } from './statements.ts';
import { hashOf, readWords, type WordGraph } from './word-graph.ts';

/** A table, view or macro. */
type Relation = {
  name: string;
  /** The path of the statement that creates it. */
  path: string;
  /** A hash that changes with every statement on which the content depends. */
  version: string;
};

/** A statement of a build, which writes a mart or fills a temporary table. */
export type Computation = {
  /** Of its table. */
  name: string;
  path: string;
  isMart: boolean;
  /** Temporary tables: while none of them has a row, it would write nothing. None: not known. */
  drivers: readonly string[];
};

/** What is known of the statements from their paths and from the words that they use. */
export type Models = {
  contents: Contents;
  /** The path of the statement that fills a fact or rollup, computes a mart, or runs a check. */
  pathOf(name: string): string;
  /** The source of a fact or rollup. */
  sourceOf(model: string): string;
  /** The staging views that a fact reads; none for a rollup. */
  stagedBy(model: string): readonly string[];
  /** The actions of all audit rows that a staging view reads; undefined when it reads others. */
  actionsOf(staged: string): readonly string[] | undefined;
  /** The statement that sets aside what lacks another row that a fact needs, if it has one. */
  lackingPathOf(model: string): string | undefined;
  /** In order: first the lists of stale rows, then the marts. */
  build: readonly Computation[];
  /** The tables of the state. A file with another version of them is not used. */
  state: { paths: readonly string[]; version: string };
  /** The raw tables, each with its source. A file with another version of one is not used. */
  raw: readonly (Relation & { source: string })[];
  /** All that is computed from raw rows: each comes after everything that it reads. */
  made: readonly Relation[];
  /** Those of `made` that depend on one of these tables, and these themselves. */
  dependents(tables: readonly string[]): readonly Relation[];
};

const isTable = (path: string) => path.endsWith('.table');

/** The comment of a mart for its stale rows, or of a temporary table for what it is filled from. */
const DRIVERS = /^-- (?:stale|only with rows of): (.+)$/m;

/** Throws when a fact or rollup does not add the batches of exactly one source. */
export function describeModels(statements: Statements): Models {
  const within = (pattern: RegExp) => [...statements.keys()].filter((path) => pattern.test(path));
  const filling = (pattern: RegExp) => within(pattern).filter((path) => !isTable(path));
  const layers = within(/^\d_|^checks\//);
  const words = readWords(new Map([...statements].filter(([path]) => layers.includes(path))));
  const state = within(/^state\/.*\.table$/);
  const tables = within(/^[34]_.*\.table$/).map(nameOf);
  const modelOf = (path: string): Model => {
    const name = nameOf(path);
    const reached = words.reach(name);
    const reads = tables.filter((each) => each !== name && reached.has(each));
    return { name, source: addedSource(name, words), reads };
  };
  const facts = filling(/^3_/).map(modelOf);
  const rollups = filling(/^4_(?!rollups\/by_day)/).map(modelOf);
  const daily = filling(/^4_rollups\/by_day/).map(modelOf);
  const made = [...within(/^2_/), ...within(/^[3-9]_.*\.table$/)].map((path) => ({
    name: nameOf(path),
    path,
    version: words.versionOf(nameOf(path)),
  }));
  const marts = within(/^5_.*\.table$/).map(nameOf);
  return {
    contents: {
      facts,
      rollups,
      daily,
      marts,
      checks: inOrder(filling(/^checks\//).map(nameOf), layers, words),
    },
    pathOf(name) {
      const path = layers.find((each) => nameOf(each) === name && !isTable(each));
      if (path === undefined) throw new Error(`the warehouse has no ${name}`);
      return path;
    },
    sourceOf(name) {
      const model = [...facts, ...rollups, ...daily].find((each) => each.name === name);
      if (model === undefined) throw new Error(`the warehouse has no model ${name}`);
      return model.source;
    },
    stagedBy: (name) => addedInputs(words.textOf(name)).filter((each) => each.startsWith('stg_')),
    actionsOf: (staged) => readActions(words.textOf(staged)),
    lackingPathOf: (name) => within(/^quarantine\/fct_/).find((path) => nameOf(path) === name),
    build: describeBuild(filling(/^5_marts\/\d/), statements, marts),
    state: {
      paths: state,
      version: hashOf(state.map((path) => normalForm(statements.get(path) ?? ''))),
    },
    raw: within(/^1_/).map((path) => describeRaw(path, words)),
    made,
    dependents: (tables) =>
      made.filter(({ name }) => tables.some((table) => words.reach(name).has(table))),
  };
}

/** Errors in lower layers cause errors in higher ones, so checks of the lower come first. */
function inOrder(checks: readonly string[], layers: readonly string[], { reach }: WordGraph) {
  const depthOf = (check: string) => {
    const reached = reach(check);
    return Math.max(...layers.filter((each) => reached.has(nameOf(each))).map(layerOf));
  };
  return checks
    .map((name) => ({ name, depth: depthOf(name) }))
    .sort((one, other) => one.depth - other.depth)
    .map(({ name }) => name);
}

/** `paths`: of the statements of a build, in order. `marts`: the names of those that it stores. */
function describeBuild(
  paths: readonly string[],
  statements: Statements,
  marts: readonly string[],
): Computation[] {
  const temporary: string[] = [];
  return paths.map((path) => {
    const name = nameOf(path);
    const [, driving = ''] = DRIVERS.exec(statements.get(path) ?? '') ?? [];
    const drivers = temporary.filter((each) => new RegExp(`\\b${each}\\b`).test(driving));
    const isMart = marts.includes(name);
    if (!isMart) temporary.push(name);
    return { name, path, isMart, drivers };
  });
}

function describeRaw(path: string, words: ReturnType<typeof readWords>) {
  const name = nameOf(path);
  const source = SOURCES.find(({ table }) => table === name)?.name ?? '';
  return { name, path, version: hashOf([words.versionOf(name), source]), source };
}

/** The number of the layer; 0 for a check. */
function layerOf(path: string): number {
  return Number.parseInt(path, 10) || 0;
}

/** The tables and views that a statement reads with `where batch > $from`. */
function addedInputs(text: string): string[] {
  return [...text.matchAll(/\bfrom (\w+) where batch > \$from\b/g)].map(([, name = '']) => name);
}

/** The one source of what a model adds. */
function addedSource(model: string, { textOf, reach }: WordGraph): string {
  const inputs = new Set(addedInputs(textOf(model)).flatMap((input) => [...reach(input)]));
  const [source, ...others] = SOURCES.filter(({ table }) => inputs.has(table));
  if (source === undefined || others.length > 0)
    throw new Error(`model ${model} must add the batches of one source`);
  return source.name;
}
