import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** How long one name server is waited for at the first try. Later tries wait longer. */
const TRY_MS_MAX = 2_000;
const TRIES_MAX = 3;

/** Codes of look-ups whose name server said that there is nothing. */
const NOTHING_FOUND = ['ENODATA', 'ENOTFOUND'];

export type HostProblem = 'not public' | 'not found' | 'no answer';

/** A host that nothing can be sent to, and why. */
export class HostError extends Error {
  readonly problem: HostProblem;

  constructor(problem: HostProblem, options?: ErrorOptions) {
    super(problem, options);
    this.name = 'HostError';
    this.problem = problem;
  }
}

export type HostResolver = Readonly<{
  /** Whether something may be sent to this IP address. */
  isPublic(address: string): boolean;
  /**
   * All addresses of a name or IP address, at least one, IPv4 first. Throws HostError when one of
   * them is not public, when there is none, and when the signal ends the look-up.
   */
  publicAddresses(host: string, signal: AbortSignal): Promise<LookupAddress[]>;
}>;

/**
 * Looks names up at the machine's name servers, or at `servers` (`address:port`), without its list
 * of hosts. No look-up waits for another: none of them uses a thread.
 */
export function openHostResolver(
  options: { servers?: readonly string[]; isPublic?: (address: string) => boolean } = {},
): HostResolver {
  const isPublic = options.isPublic ?? isPublicAddress;
  return {
    isPublic,
    async publicAddresses(host, signal) {
      const found =
        isIP(host) === 0 ? await lookUp(host, signal, options.servers) : [asAddress(host)];
      if (!found.every(({ address }) => isPublic(address))) throw new HostError('not public');
      return found;
    },
  };
}

/** The addresses of a host that may be private, as all programs of this machine see it. */
export async function anyAddresses(host: string): Promise<LookupAddress[]> {
  try {
    return await lookup(host, { all: true });
  } catch (error) {
    throw new HostError('not found', { cause: error });
  }
}

async function lookUp(host: string, signal: AbortSignal, servers?: readonly string[]) {
  if (signal.aborted) throw new HostError('no answer', { cause: signal.reason });
  // One for each look-up: it knows the name servers of now, and can be stopped alone.
  const resolver = new Resolver({ timeout: TRY_MS_MAX, tries: TRIES_MAX });
  if (servers !== undefined) resolver.setServers(servers);
  const stop = () => resolver.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return readAnswers(
      await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]),
    );
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What one of two questions found is enough: some name servers never answer for IPv6. */
function readAnswers(answers: PromiseSettledResult<string[]>[]): LookupAddress[] {
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found.map(asAddress);
  const failures = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason] : [],
  );
  const isNothing = failures.every(({ code }) => NOTHING_FOUND.includes(code));
  throw new HostError(isNothing ? 'not found' : 'no answer', { cause: failures[0] });
}

function asAddress(address: string): LookupAddress {
  return { address, family: isIP(address) };
}
