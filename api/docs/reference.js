// Shows the OpenAPI document of the service that the page came from. Calls that a reader tries out
// go to that service too, whatever address it calls its own: the page may ask nobody else.
SwaggerUIBundle({
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

// The library has a dark theme behind a class; it follows the theme of the page.
const root = document.documentElement;
const isDark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  const { theme } = root.dataset;
  root.classList.toggle('dark-mode', theme === undefined ? isDark.matches : theme === 'dark');
};
follow();
isDark.addEventListener('change', follow);
new MutationObserver(follow).observe(root, { attributeFilter: ['data-theme'] });
