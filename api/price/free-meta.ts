import { type Static, Type } from 'typebox';
import { named } from '../../src/kit/web/document/named.ts';
import type { Api } from '../app.ts';
import { RequestId } from '../fields/ids.ts';

/** The meta of answers of v2 that are always free. */
export const FreeMeta = named('FreeMeta', {
  endpoint: Type.String(),
  cost_cents: Type.Literal(0, { description: 'US cents' }),
  timestamp: Type.String({ format: 'date-time' }),
  request_id: RequestId(),
});

/** The same for answers that say how recent they are. */
export const FreeMetaAsOf = named('FreeMetaAsOf', {
  ...FreeMeta.properties,
  as_of: Type.String({ format: 'date-time', description: 'all up to here is included' }),
});

export function freeMeta(api: Api, endpoint: string, requestId: string): Static<typeof FreeMeta> {
  const timestamp = new Date(api.clock.now()).toISOString();
  return { endpoint, cost_cents: 0, timestamp, request_id: requestId };
}

/** The name of an operation in meta: the last part of its path. */
export function endpointName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
