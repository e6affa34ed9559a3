import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { staticFile } from '../static-files.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * Shows the OpenAPI document of the service that the page came from. Calls that a reader tries out
 * go to that service too, whatever address it calls its own: the page may ask nobody else.
 */
const SCRIPT = `SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  requestSnippetsEnabled: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.href);
    request.url = location.origin + pathname + search;
    return request;
  },
});
`;

const STYLE = `
body { margin: 0; background: #fff; color: #1f2937; font: 1rem/1.5 system-ui, sans-serif; }
body > header { padding: 1rem 1.25rem; border-bottom: 1px solid #d1d5db; }
body > header p { margin: .25rem 0 0; }
main > p { padding: 0 1.25rem; }
`;

/** What the page loads: a kept library, served from here as it was published. */
export const REFERENCE_FILES = {
  library: staticFile(
    'swagger-ui.js',
    'text/javascript',
    readFileSync(resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  ),
  libraryStyle: staticFile(
    'swagger-ui.css',
    'text/css',
    readFileSync(resolve('swagger-ui-dist/swagger-ui.css')),
  ),
  script: staticFile('reference.js', 'text/javascript', SCRIPT),
  style: staticFile('reference.css', 'text/css', STYLE),
};
