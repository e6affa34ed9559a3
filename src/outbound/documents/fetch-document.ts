import { createSecureContext } from 'node:tls';
import { Client } from 'undici';
import { connectEndpoint, type Dial } from '../webhooks/sending/connect-endpoint.ts';
import { hostOf, readEndpoint } from '../webhooks/sending/endpoint-url.ts';
import { type HostResolver, openHostResolver } from '../webhooks/sending/resolve-host.ts';

const TLS_PORT = 443;
/** From the look-up of the name to the last byte. */
const FETCH_MS_MAX = 5_000;
/** Of one document, and of the headers of its answer. */
const DOCUMENT_BYTES_MAX = 10_240;
const HEADER_BYTES_MAX = 8_192;

export type FetchedDocument = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}>;

/** Reads a small document that a stranger named. */
export type FetchDocument = (url: string) => Promise<FetchedDocument>;

export type FetchOptions = Readonly<{
  resolver?: HostResolver;
  /** PEM of the authorities that certificates must come from. Left out: those of this machine. */
  trusted?: string;
  dial?: Dial;
  /** In milliseconds; FETCH_MS_MAX unless given. */
  msMax?: number;
}>;

/**
 * Fetches over https from hosts of the public internet only. All addresses of the name are looked
 * at, the connection goes to one of those that were looked at, and it is looked at once more before
 * anything is sent. Redirects are not followed. Throws BAD_REQUEST for an address that nothing is
 * fetched from, and an Error for an answer that is too long, too late, or not JSON.
 */
export function openDocumentFetcher(options: FetchOptions = {}): FetchDocument {
  const { resolver = openHostResolver(), trusted, dial, msMax = FETCH_MS_MAX } = options;
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(trusted !== undefined && { ca: trusted }),
  });
  return async (url) => {
    const endpoint = readEndpoint(url, []);
    const host = hostOf(endpoint);
    const signal = AbortSignal.timeout(msMax);
    const client = new Client(endpoint.origin, {
      allowH2: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      maxResponseSize: DOCUMENT_BYTES_MAX,
      connect(_options, found) {
        connectEndpoint({
          ...{ host, port: TLS_PORT, isTls: true, isAllowed: false },
          ...{ resolver, secureContext, signal, dial },
        }).then(
          (socket) => found(null, socket),
          (error) => found(error, null),
        );
      },
    });
    try {
      return await read(client, `${endpoint.pathname}${endpoint.search}`, signal);
    } finally {
      await client.destroy();
    }
  };
}

async function read(client: Client, path: string, signal: AbortSignal): Promise<FetchedDocument> {
  const headers = { Accept: 'application/json' };
  const answer = await client.request({ path, method: 'GET', headers, signal });
  const type = String(answer.headers['content-type'] ?? '');
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw new Error('the document is not JSON');
  const text = await answer.body.text();
  const kept = ['content-type', 'cache-control', 'expires'].flatMap((name) => {
    const value = answer.headers[name];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return { status: answer.statusCode, headers: Object.fromEntries(kept), text };
}
