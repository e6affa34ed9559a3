import type { ServerResponse } from 'node:http';

/** Aborted when the caller of this answer hangs up, and when the service stops. */
export function leavingOf(res: ServerResponse, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  // A caller that hung up before this line causes no further 'close'.
  if (res.closed) gone.abort();
  return AbortSignal.any([gone.signal, stopping]);
}
