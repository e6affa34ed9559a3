import type { Logger } from 'pino';
import manifest from '../../../package.json' with { type: 'json' };
import type { Config } from '../../config.ts';
import { openGazetteer } from '../../kit/places/gazetteer.ts';
import type { Geocoder } from '../../kit/places/geocoder.ts';
import { readQuery } from '../../kit/places/query.ts';
import type { Querier } from '../postgres.ts';
import { openProvider, type ProviderOptions } from './provider.ts';

/**
 * The configured geocoder: the offline gazetteer, or a provider. When the provider does not answer,
 * the log gets a warning and the gazetteer answers.
 */
export function openGeocoder(deps: {
  config: Pick<Config, 'geocoderUrl' | 'geocoderSpeaks' | 'baseUrl'>;
  db: Querier;
  log: Logger;
  provider?: Pick<ProviderOptions, 'timeoutMs' | 'wait'>;
}): Geocoder {
  const gazetteer = openGazetteer();
  const { geocoderUrl, geocoderSpeaks, baseUrl } = deps.config;
  if (geocoderUrl === undefined) return gazetteer;
  const provider = openProvider({
    db: deps.db,
    speaks: geocoderSpeaks,
    baseUrl: geocoderUrl,
    userAgent: `Hexlot/${manifest.version} (+${new URL(baseUrl).href})`,
    ...deps.provider,
  });
  return {
    async geocode(text, limit) {
      const query = readQuery(text);
      if (query === undefined) return gazetteer.geocode(text, limit);
      try {
        return await provider.ask(query, limit);
      } catch (error) {
        deps.log.warn({ err: error }, 'geocoding provider did not answer; using the gazetteer');
        return { ...(await gazetteer.geocode(text, limit)), isFallback: true };
      }
    },
  };
}
