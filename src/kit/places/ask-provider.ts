/** Some hundred times the usual size of an answer. */
const BODY_BYTES_MAX = 1_000_000;

/** A question to a provider, whatever interface it has. */
export type ProviderRequest = {
  /** The provider's address, without a slash at the end. */
  baseUrl: string;
  /** Names us, as the usage policy of openstreetmap.org requires. */
  userAgent: string;
  query: string;
  limit: number;
  signal: AbortSignal;
};

/**
 * The JSON that a provider answers at a path of its address, in English. Throws for no connection,
 * the signal, any status but 2xx (redirects are never followed), and a body that is too large or
 * not JSON.
 */
export async function askProvider(
  { baseUrl, userAgent, signal }: ProviderRequest,
  path: string,
  query: Record<string, string>,
): Promise<unknown> {
  const address = new URL(`${baseUrl}${path}`);
  address.search = new URLSearchParams(query).toString();
  const response = await fetch(address, {
    headers: {
      'User-Agent': userAgent,
      Accept: 'application/json',
      'Accept-Language': 'en',
    },
    redirect: 'manual',
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the geocoding provider answered ${response.status}`);
  }
  return JSON.parse(await readBody(response));
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
