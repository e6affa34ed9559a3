/** Version of the API and of its OpenAPI document. */
export const API_VERSION = '1.4.1';

/** Version of the interface under /api/v2 and of its own OpenAPI document. */
export const API_V2_VERSION = '2.0.0';
