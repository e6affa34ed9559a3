import type { Peer } from '../access/peer.ts';
import type { Operation } from '../operation.ts';
import type { SentBody } from './read-body.ts';

/** Lower-case names; every line of a header by itself. */
export type CallHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** A call of an operation, whichever way it came. Nothing of it was checked. */
export type Call = Readonly<{
  operation: Operation;
  peer: Peer;
  /** As the header of that name says it. */
  authorization: string | undefined;
  headers: CallHeaders;
  /** By name; as texts they become what the schema says they are. */
  params: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  /** Undefined: none was sent. It is read only once the call was let through. */
  body: SentBody | undefined;
  /** Only the headers of the answer are wanted: it is without its body, and costs nothing. */
  isHead: boolean;
}>;
