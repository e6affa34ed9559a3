import { CITY } from '../../src/demo/city.ts';

const { lat, lng } = CITY.centre;
const PLACE = `lat=${lat}&lng=${lng}&radius_km=5`;

/** The links that the root of the service offers. */
export const HOME_LINKS = {
  docs: '/docs',
  openapi: '/openapi.json',
  openapi_yaml: '/openapi.yaml',
  openapi_v2: '/openapi/v2.json',
  assistant_openapi: '/api/agents/openai/openapi.yaml',
  ai_plugin: '/.well-known/ai-plugin.json',
  api_catalog: '/.well-known/api-catalog',
  llms_txt: '/llms.txt',
  llms_full_txt: '/llms-full.txt',
  lots_geojson: '/api/v1/lots.geojson',
  projection_sites_geojson: '/api/v1/projection-sites.geojson',
  lots_search: `/api/v1/lots/search?${PLACE}`,
  market_rate: `/api/v2/intelligence/market-rate?${PLACE}`,
  health: '/api/v1/health',
} as const;
