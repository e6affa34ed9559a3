import type { Geocoding } from './geocoder.ts';
import { readNominatimAnswer } from './nominatim-answer.ts';

/** Some hundred times the usual size of an answer. */
const BODY_BYTES_MAX = 1_000_000;

export type NominatimRequest = {
  /** The provider's address, without `/search`. */
  baseUrl: string;
  /** Names us, as the usage policy of openstreetmap.org requires. */
  userAgent: string;
  query: string;
  limit: number;
  signal: AbortSignal;
};

/**
 * Sends one search to a provider with Nominatim's interface, for labels in English. Throws for
 * everything that is not an answer as documented: no connection, the signal, any status but 2xx
 * (redirects are never followed), and a body that is too large, not JSON, or of another shape.
 */
export async function askNominatim(request: NominatimRequest): Promise<Geocoding> {
  const address = new URL(`${request.baseUrl}/search`);
  address.search = new URLSearchParams({
    q: request.query,
    format: 'jsonv2',
    limit: String(request.limit),
    addressdetails: '1',
  }).toString();
  const response = await fetch(address, {
    headers: {
      'User-Agent': request.userAgent,
      Accept: 'application/json',
      'Accept-Language': 'en',
    },
    redirect: 'manual',
    signal: request.signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the geocoding provider answered ${response.status}`);
  }
  return readNominatimAnswer(JSON.parse(await readBody(response)), request.limit);
}

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let byteCount = 0;
  let text = '';
  for await (const chunk of response.body ?? []) {
    byteCount += chunk.length;
    if (byteCount > BODY_BYTES_MAX)
      throw new Error(`the geocoding provider sent more than ${BODY_BYTES_MAX} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
