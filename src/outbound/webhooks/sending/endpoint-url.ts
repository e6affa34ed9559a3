import { isIP } from 'node:net';
import { badField } from '../../../kit/errors.ts';
import { hostAndPort } from '../../../kit/host-and-port.ts';
import { isPublicAddress } from './public-address.ts';
import { isSpecialName } from './special-names.ts';

/** Characters of an address. */
const URL_LENGTH_MAX = 2_000;

/** Bytes of a name in the domain name system, in letters of ASCII. */
const NAME_LENGTH_MAX = 253;

/** The dots that addresses may have between the labels of a name. */
const TRAILING_DOT = /[.\u3002\uff0e\uff61]$/;

/**
 * The address of an endpoint, as a URL in its one usual form, without looking its name up. `allow`
 * lists `host:port` that may be private and plain http. Throws BAD_REQUEST naming `url` and saying
 * in plain words what is wrong.
 */
export function readEndpoint(text: string, allow: readonly string[]): URL {
  const problem = problemOfText(text);
  if (problem !== undefined) throw badField('url', problem);
  const url = new URL(text);
  const found = isAllowed(url, allow) ? undefined : (problemOfUse(url) ?? problemOfHost(url));
  if (found !== undefined) throw badField('url', found);
  return url;
}

/** Whether the operator of this installation named the host and port of an endpoint. */
export function isAllowed(url: URL, allow: readonly string[]): boolean {
  return allow.includes(hostAndPort(url));
}

/** How the addresses begin whose `host:port` is in `allow`. */
export function originsOf(allow: readonly string[]): string[] {
  return allow.flatMap((host) =>
    ['http', 'https'].map((protocol) => `${new URL(`${protocol}://${host}`).origin}/`),
  );
}

/** The host of an endpoint: a name, or an IP address without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** What no endpoint may have, wherever it is. */
function problemOfText(text: string): string | undefined {
  if (text.length > URL_LENGTH_MAX) return `must have at most ${URL_LENGTH_MAX} characters`;
  // A URL's reader would drop or replace these without a word.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'must have no spaces, backslashes or control characters';
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined || !URL.canParse(text))
    return 'must be a whole address, such as https://hooks.example.com/parking';
  // Other letters than those of ASCII are written longer.
  if (new URL(text).href.length > URL_LENGTH_MAX)
    return `must have at most ${URL_LENGTH_MAX} characters once it is written in ASCII`;
  if (authority.includes('@')) return 'must have no user and no password';
  if (text.includes('#')) return 'must have no fragment (#)';
  if (TRAILING_DOT.test(authority.replace(/:\d*$/, ''))) return 'must not end its host with a dot';
  return undefined;
}

function problemOfUse(url: URL): string | undefined {
  if (url.protocol !== 'https:') return 'must begin with https://';
  return url.port === '' ? undefined : 'must use port 443';
}

function problemOfHost(url: URL): string | undefined {
  const host = hostOf(url);
  if (isIP(host) !== 0)
    return isPublicAddress(host) ? undefined : 'must not be a private or special IP address';
  if (!host.includes('.') || isSpecialName(host)) return 'must have a name of the public internet';
  const labels = host.split('.');
  const isName = host.length <= NAME_LENGTH_MAX && labels.every((one) => LABEL.test(one));
  return isName ? undefined : 'must have a host name of letters, digits and hyphens';
}

/** One part of a host name; underscores are used by some, and are harmless. */
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
