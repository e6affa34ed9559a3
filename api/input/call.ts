import type { SentBody } from '../../src/kit/web/input/read-body.ts';
import type { Authorization } from '../access/authenticate.ts';
import type { Peer } from '../access/peer.ts';
import type { Operation } from '../operation.ts';

/** By lower-case name; every line of a header is one item. */
export type CallHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** A call of an operation, over HTTP or from anywhere else. Nothing in it is checked yet. */
export type Call = Readonly<{
  operation: Operation;
  peer: Peer;
  authorization: Authorization;
  headers: CallHeaders;
  /** By name. Texts are converted to the types of the schema. */
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  /** Undefined when none was sent. It is read only once the call is let through. */
  body: SentBody | undefined;
  /** A HEAD call: its answer has no body and costs nothing. */
  isHead: boolean;
  /** Aborted when nobody waits for the answer any more; never, unless given. */
  leaving?: () => AbortSignal;
}>;
