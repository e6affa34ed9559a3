import { randomUUID } from 'node:crypto';
import type { Principal } from '../../src/access/principals/principal.ts';
import { monotonicMs } from '../../src/kit/clock.ts';
import type { ErrorCode, ErrorDetails } from '../../src/kit/errors.ts';
import type { Draw, Standing } from './budgets.ts';
import type { Peer } from './peer.ts';

/** What is known about a call before its answer; every answer's headers are made from it. */
export type Exchange = {
  readonly requestId: string;
  /** When it began, in ms of a clock that never goes back. */
  readonly startedMs: number;
  readonly peer: Peer;
  /** The buckets that the call belongs to; undefined until the caller is known. */
  draws: readonly Draw[] | undefined;
  /** The state of the buckets it drew from; undefined until it did. */
  standing: Standing | undefined;
  /**
   * Whose key it is, and whose agent it says it is; undefined without a key, and until it drew from
   * its budgets.
   */
  caller: Principal | undefined;
  /** Who was let in to call, whatever it drew; if anybody, caches must not store the answer. */
  principal: Principal | undefined;
  /** The error that is the answer, if one is. */
  error: { code: ErrorCode; details?: ErrorDetails } | undefined;
};

export function openExchange(peer: Peer): Exchange {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`;
  return {
    requestId,
    startedMs: monotonicMs(),
    peer,
    draws: undefined,
    standing: undefined,
    caller: undefined,
    principal: undefined,
    error: undefined,
  };
}
