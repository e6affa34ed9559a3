import type { App } from './app.ts';
import { oauthDoors } from './connect/oauth-doors.ts';
import { openDashboard } from './dashboard/open-dashboard.ts';
import { type StaticFile, serveFiles } from './dress/static-files.ts';
import type { HttpContext } from './http/answer-http.ts';
import { createListener } from './http/listener.ts';
import { createRouter } from './http/router.ts';
import { createPeerReader } from './http/transport.ts';
import { getFaviconOperation } from './icons/favicon.ico.ts';
import { answerMessage } from './mcp/answer-message.ts';
import { type OpenServers, openToolServers } from './mcp/tool-server.ts';
import { openCallContext } from './open-call-context.ts';
import type { Operation } from './operation.ts';
import { pageFiles } from './page-files.ts';
import { routes } from './routes.ts';
import { answerStripe } from './webhooks/stripe/answer-stripe.ts';

type ApiServer = {
  /** Resolves once requests are answered; rejects when the port cannot be opened. */
  start(): Promise<{ port: number }>;
  /**
   * Ends streams of events and waits for other answers under way, at most ten seconds. The app
   * stays open: close it afterwards.
   */
  stop(): Promise<void>;
};

/** Where assistants call tools. */
const TOOLS_PATH = '/mcp';
/** Where Stripe tells of changes, if payments are taken through it. */
const STRIPE_PATH = '/webhooks/stripe';

/**
 * The HTTP server with its operations, static files and tools, configured by the app's
 * configuration.
 */
export function createApi(
  app: App,
  operations: readonly Operation[] = routes,
  files: readonly StaticFile[] = pageFiles,
  openServers: OpenServers = openToolServers,
): ApiServer {
  const readPeer = createPeerReader(app.config);
  const stop = new AbortController();
  const context: HttpContext = {
    ...openCallContext(app, operations),
    readPeer,
    stopping: stop.signal,
  };
  const { events } = app.payments;
  const listener = createListener(
    app.config,
    context,
    createRouter(
      context,
      [...operations, serveFiles(files), getFaviconOperation],
      [
        { path: TOOLS_PATH, post: answerMessage(context, openServers) },
        ...(events ? [{ path: STRIPE_PATH, post: answerStripe(context, events) }] : []),
        ...openDashboard(context),
        ...oauthDoors(context),
      ],
    ),
  );
  return {
    start: listener.start,
    async stop() {
      stop.abort();
      await listener.stop();
      await context.keyring.close();
    },
  };
}
