/** Version of the API and of its OpenAPI document. */
export const API_VERSION = '1.4.1';
