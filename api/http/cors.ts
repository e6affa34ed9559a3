import cors from 'cors';
import type { Request } from 'express';
import { END_USER_HEADER } from '../access/end-user.ts';

/** How long a browser need not ask again about the same address, seconds: Chromium's own limit. */
const PREFLIGHT_SECONDS = 7_200;

/** What a browser is told that asks first whether a page may make a call. */
export const allowCalls = cors({
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-None-Match',
    END_USER_HEADER,
    'X-Agent-Platform',
  ],
  maxAge: PREFLIGHT_SECONDS,
  // The doors answer it themselves, and count it.
  preflightContinue: true,
});

/** Whether a browser asks on its own behalf whether a page may make a call. */
export function isPreflight(req: Request): boolean {
  const { origin, 'access-control-request-method': wanted } = req.headers;
  return req.method === 'OPTIONS' && origin !== undefined && wanted !== undefined;
}
