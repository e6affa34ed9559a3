import type { RequestListener } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type IRoute,
  type RequestHandler,
} from 'express';
import { AppError, badField, notFound } from '../../src/kit/errors.ts';
import { pathOf } from '../../src/kit/web/http/host.ts';
import type { Operation } from '../operation.ts';
import { answerOperation, answerOptions, type HttpContext, refuseWith } from './answer-http.ts';
import { compressAnswers } from './compress.ts';
import { allowCalls, isPreflight } from './cors.ts';

/** What answers at a path that no operation has. */
export type Door = Readonly<{
  /** As an operation's; `/*name` at its end stands for all that is below it. */
  path: string;
  get?: RequestHandler;
  post?: RequestHandler;
}>;

/**
 * Mounts the operations and `doors`, each at exactly its path. Other methods of a known path are
 * 405, unknown paths are 404. Throws when an operation is declared twice.
 */
export function createRouter(
  context: HttpContext,
  operations: readonly Operation[],
  doors: readonly Door[] = [],
): RequestListener {
  const router = express();
  router.disable('x-powered-by').disable('etag');
  router.enable('case sensitive routing').enable('strict routing');
  router.set('query parser', 'simple');
  router.use(compressAnswers);
  // Preflights of unknown paths are answered too, so that the page in the browser sees the 404.
  const answerPreflight = answerOptions(context);
  router.use((req, res, next) => {
    if (isPreflight(req)) allowCalls(req, res, () => answerPreflight(req, res, next));
    else next();
  });

  const byPath = Map.groupBy(operations, (operation) => operation.path);
  // Paths with fewer parameters come first: `/lots/search` is not the lot with the id "search".
  const paths = [...byPath].sort(([a], [b]) => parameterCount(a) - parameterCount(b));
  for (const [path, group] of paths) mountPath(router, context, path, group);
  for (const door of doors.toSorted((a, b) => parameterCount(a.path) - parameterCount(b.path)))
    mountDoor(router, context, door);

  router.use(refuseWith(context, 'unknownPath', () => notFound('path')));
  router.use(routerError(context));
  return withPath(router);
}

/**
 * Passes requests on with nothing but a path as their target. Express reads the others itself, and
 * answers those that it cannot read without us.
 */
function withPath(router: Express): RequestListener {
  return (req, res) => {
    const target = req.url ?? '';
    router(Object.assign(req, { originalUrl: target, url: pathOf(target) }), res);
  };
}

function mountPath(
  router: Express,
  context: HttpContext,
  path: string,
  group: readonly Operation[],
): void {
  const route = router.route(pathOfExpress(path));
  const methods = new Set<string>();
  for (const operation of group) {
    if (methods.has(operation.method))
      throw new Error(`${operation.method} ${path} is declared twice`);
    methods.add(operation.method);
    route[operation.method](answerOperation(context, operation));
  }
  if (methods.has('get')) methods.add('head');
  closeRoute(route, context, [...methods]);
}

function mountDoor(router: Express, context: HttpContext, { path, get, post }: Door): void {
  const route = router.route(pathOfExpress(path));
  if (get) route.get(get);
  if (post) route.post(post);
  closeRoute(route, context, [...(get ? ['get', 'head'] : []), ...(post ? ['post'] : [])]);
}

function pathOfExpress(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Answers OPTIONS of a path, and refuses all methods that it does not have. */
function closeRoute(route: IRoute, context: HttpContext, methods: readonly string[]): void {
  const allow = [...methods, 'options'].map((method) => method.toUpperCase()).join(', ');
  route.options(answerOptions(context, allow));
  route.all(refuseWith(context, 'unknownMethod', () => methodNotAllowed(allow)));
}

function methodNotAllowed(allow: string): AppError {
  return new AppError('BAD_REQUEST', `this path answers ${allow} only`, {
    status: 405,
    headers: { Allow: allow },
  });
}

/** The only known failure of the router itself: percent signs that cannot be decoded. */
function routerError(context: HttpContext): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) res.destroy();
    const refusal = error instanceof URIError ? badField('path', 'cannot be decoded') : error;
    refuseWith(context, 'router', () => refusal)(req, res, next);
  };
}

/** A path that stands for all below it comes last. */
function parameterCount(path: string): number {
  return path.includes('*') ? Number.MAX_SAFE_INTEGER : path.split('{').length - 1;
}
