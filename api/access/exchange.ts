import { randomUUID } from 'node:crypto';
import type { Draw, Standing } from './budgets.ts';
import type { Peer } from './peer.ts';

/** What is known about a call before its answer is, and goes out with every answer. */
export type Exchange = {
  readonly requestId: string;
  readonly peer: Peer;
  /** The buckets that the call belongs to; undefined until the caller is known. */
  draws: readonly Draw[] | undefined;
  /** In the buckets it drew from; undefined until it did. */
  standing: Standing | undefined;
  /** Whether a key was accepted: then no cache on the way may keep the answer. */
  isKeyed: boolean;
};

export function openExchange(peer: Peer): Exchange {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`;
  return { requestId, peer, draws: undefined, standing: undefined, isKeyed: false };
}
