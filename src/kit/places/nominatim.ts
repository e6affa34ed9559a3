import { askProvider, type ProviderRequest } from './ask-provider.ts';
import type { Geocoding } from './geocoder.ts';
import { readNominatimAnswer } from './nominatim-answer.ts';

/**
 * Sends one search to a provider with Nominatim's interface. Throws for everything that is not an
 * answer as documented.
 */
export async function askNominatim(request: ProviderRequest): Promise<Geocoding> {
  const answer = await askProvider(request, '/search', {
    q: request.query,
    format: 'jsonv2',
    limit: String(request.limit),
    addressdetails: '1',
  });
  return readNominatimAnswer(answer, request.limit);
}
