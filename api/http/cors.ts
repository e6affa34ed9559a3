import cors from 'cors';
import type { Request } from 'express';
import { AGENT_HEADER } from '../access/agent-platform.ts';
import { END_USER_HEADER } from '../access/end-user.ts';

/**
 * How long a browser may reuse the answer to a preflight, in seconds: the most that Chromium
 * accepts.
 */
const PREFLIGHT_SECONDS = 7_200;

/** The answer to a browser that asks whether a page may make a call. */
export const allowCalls = cors({
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-None-Match',
    END_USER_HEADER,
    AGENT_HEADER,
  ],
  maxAge: PREFLIGHT_SECONDS,
  // Our own handler sends the answer, so that the call is counted.
  preflightContinue: true,
});

/** Whether this is a browser's question whether a page may make a call (a CORS preflight). */
export function isPreflight(req: Request): boolean {
  const { origin, 'access-control-request-method': wanted } = req.headers;
  return req.method === 'OPTIONS' && origin !== undefined && wanted !== undefined;
}
