import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { stringifyCookie } from 'cookie';
import type { InteractionResults, Provider } from 'oidc-provider';
import { AppError } from '../../src/kit/errors.ts';
import type { OAuth } from './oauth.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
type Cookies = Readonly<Record<string, string | undefined>>;

/** The provider's name for a page without its cookie, or without what was asked for. */
const SESSION_LOST = 'SessionNotFound';

/**
 * What a browser with these cookies is asked at the page of this id. Errors: NOT_FOUND when it
 * began elsewhere, took too long, or was decided already.
 */
export async function findInteraction(
  oauth: OAuth,
  { uid, cookies }: { uid: string | undefined; cookies: Cookies },
): Promise<Interaction> {
  const provider = await oauth.provider();
  const { req, res } = exchangeOf(cookies);
  const interaction = await provider.interactionDetails(req, res).catch(explainLoss);
  if (interaction.uid !== uid || interaction.result !== undefined) throw interactionLost();
  return interaction;
}

/** Keeps what was decided. Returns where to send the browser. Errors: NOT_FOUND. */
export async function finishInteraction(
  oauth: OAuth,
  cookies: Cookies,
  result: InteractionResults,
): Promise<string> {
  const provider = await oauth.provider();
  const { req, res } = exchangeOf(cookies);
  const options = { mergeWithLastSubmission: false };
  return provider.interactionResult(req, res, result, options).catch(explainLoss);
}

/**
 * A request with these cookies, and its answer. The provider wants both where it looks up what a
 * browser is asked; it reads nothing but cookies there, and sends nothing.
 */
function exchangeOf(cookies: Cookies): { req: IncomingMessage; res: ServerResponse } {
  const req = new IncomingMessage(new Socket());
  req.headers.cookie = stringifyCookie(cookies);
  return { req, res: new ServerResponse(req) };
}

function explainLoss(error: unknown): never {
  throw error instanceof Error && error.name === SESSION_LOST ? interactionLost() : error;
}

export function interactionLost(): AppError {
  return new AppError(
    'NOT_FOUND',
    'this page is too old, or was opened in another browser: begin again in the app',
  );
}
