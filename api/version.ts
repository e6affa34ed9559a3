/** Version of the API and of its published description. */
export const API_VERSION = '1.4.1';
