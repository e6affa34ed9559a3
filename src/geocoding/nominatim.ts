import type { Geocoding } from './geocoder.ts';
import { readNominatimAnswer } from './nominatim-answer.ts';

/** Some hundred times a usual answer. */
const BODY_BYTES_MAX = 1_000_000;

export type NominatimRequest = {
  /** Where the provider is, without `/search`. */
  baseUrl: string;
  /** Who asks, as the usage policy of openstreetmap.org wants to know. */
  userAgent: string;
  query: string;
  limit: number;
  signal: AbortSignal;
};

/**
 * Asks a provider that speaks Nominatim's search once, for labels in English. Throws for all that
 * is not an answer as documented: no connection, the signal, any status but 2xx (a redirect is
 * never followed), a body that is too large, not JSON, or of another shape.
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
