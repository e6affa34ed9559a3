import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { AppError } from '../../errors.ts';

const PORT_MAX = 65_535;

/** A name, an IPv4 address or an IPv6 address in brackets, and a port, which may be empty. */
const HOST = /^(?:[a-z0-9._~-]{1,255}|\[([0-9a-f:.]{1,45})\])(?::(\d{0,5}))?$/i;
/** A target that names its host, as in requests to a proxy. Every server has to read them. */
const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is;

type Sent = Pick<IncomingMessage, 'headersDistinct' | 'httpVersion'>;

/**
 * What is wrong with the headers that say what a request is for; undefined when nothing is. An
 * HTTP/1.1 request has exactly one Host (RFC 9112 3.2), earlier versions at most one. It is a host
 * and a port, without a user (RFC 9110 4.2.4), and so is that of an absolute target. Of two lines
 * of Content-Type, Node would drop the second.
 */
export function findRequestProblem(req: Sent, target: string): AppError | undefined {
  const { host: hosts = [], 'content-type': types = [] } = req.headersDistinct;
  if (hosts.length === 0 && req.httpVersion === '1.1') return refused('the header Host is missing');
  if (hosts.length > 1) return refused('the header Host is given twice');
  if (!hosts.every(isHost)) return refused('the header Host is not a host with a port');
  const [, scheme, authority = ''] = ABSOLUTE.exec(target) ?? [];
  if (scheme !== undefined && !(isWeb(scheme) && isHost(authority)))
    return refused('the target of the request is not an http address of a host');
  if (types.length > 1) return refused('the header Content-Type is given twice');
  return undefined;
}

/** The host that a request is meant for: that of its target, otherwise that of its header. */
export function hostOf({ headers }: Pick<IncomingMessage, 'headers'>, target: string) {
  return ABSOLUTE.exec(target)?.[2] ?? headers.host;
}

/** The target without its host. */
export function pathOf(target: string): string {
  const rest = ABSOLUTE.exec(target)?.[3];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function isHost(text: string): boolean {
  const [whole, address, port = ''] = HOST.exec(text) ?? [];
  if (whole === undefined || Number(port) > PORT_MAX) return false;
  return address === undefined || isIPv6(address);
}

function isWeb(scheme: string): boolean {
  return ['http', 'https'].includes(scheme.toLowerCase());
}

function refused(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
