import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { Config } from '../../src/config.ts';
import { AppError } from '../../src/kit/errors.ts';

type PlaceHeaders = Readonly<{ host?: string | undefined; origin?: string | undefined }>;

/**
 * Checks that a request was meant for this service, and was made by no page of another origin: a
 * page whose name begins to lead to this machine (DNS rebinding) could otherwise call tools that
 * only programs here may call. Throws FORBIDDEN naming the header. Programs send no Origin.
 */
export function createPlaceCheck({ baseUrl, host }: Config): (headers: PlaceHeaders) => void {
  const configured = host.includes(':') ? `[${host}]` : host;
  const known = [new URL(baseUrl).hostname, configured, ...localhostAllowedHostnames()];
  return (headers) => {
    if (!validateHostHeader(headers.host, known).ok)
      throw forbidden('Host', `is not the name of this service, ${baseUrl}`);
    if (!validateOriginHeader(headers.origin, known).ok)
      throw forbidden('Origin', 'is not this service: other sites may not call tools');
  };
}

function forbidden(field: string, reason: string): AppError {
  return new AppError('FORBIDDEN', `${field}: ${reason}`, { details: [{ field, reason }] });
}
