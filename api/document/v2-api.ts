import type { Json } from '../../src/kit/web/document/described.ts';
import { partOf } from '../../src/kit/web/document/part-of.ts';
import { API_V2_VERSION } from '../version.ts';

const UNDER_V2 = '/api/v2/';

/** The part of the OpenAPI document under /api/v2, which has a version of its own. */
export function v2Api(openApi: Readonly<Json>): Json {
  const paths = Object.entries(openApi.paths as Record<string, Json>);
  const part = partOf(
    openApi,
    Object.fromEntries(paths.filter(([path]) => path.startsWith(UNDER_V2))),
  );
  const info = {
    ...(openApi.info as Json),
    title: 'Hexlot intelligence',
    version: API_V2_VERSION,
    summary: 'Market intelligence from what happens in parking.',
  };
  return { ...part, info };
}
