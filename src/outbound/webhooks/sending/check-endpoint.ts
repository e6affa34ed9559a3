import { badField } from '../../../kit/errors.ts';
import { hostOf, isAllowed, readEndpoint } from './endpoint-url.ts';
import { HostError, type HostProblem, type HostResolver } from './resolve-host.ts';

/** How long the look-up of a name may take. */
const LOOK_UP_MS_MAX = 10_000;

const REASONS: Readonly<Record<HostProblem, string>> = {
  'not public': 'must have a name whose addresses are all public',
  'not found': 'has a name without an address now',
  'no answer': 'has a name whose name servers do not answer now',
};

/**
 * Reads the address of an endpoint like `readEndpoint`, and looks its name up. Throws BAD_REQUEST
 * naming `url` also when one of the name's addresses is not public, or when it has none now.
 */
export async function checkEndpoint(
  text: string,
  { allow, resolver }: { allow: readonly string[]; resolver: HostResolver },
): Promise<URL> {
  const url = readEndpoint(text, allow);
  if (isAllowed(url, allow)) return url;
  try {
    await resolver.publicAddresses(hostOf(url), AbortSignal.timeout(LOOK_UP_MS_MAX));
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw badField('url', REASONS[error.problem]);
  }
  return url;
}
