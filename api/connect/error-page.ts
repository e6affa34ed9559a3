import { html } from '../dress/html.ts';
import { page, pageHeaders } from '../dress/page.ts';
import type { ErrorPage } from '../oauth/provider-ground.ts';

/**
 * What a person sees where an app sent them with a request that cannot be answered, and that names
 * nowhere to send them back to.
 */
export const errorPage: ErrorPage = (error, description = '') => ({
  headers: pageHeaders(),
  body: page({
    title: 'This app cannot be connected · Hexlot',
    body: html`<main class="door" id="main" tabindex="-1">
<a class="brand" href="/"><img src="/logo.svg" alt="" width="24" height="24">Hexlot</a>
<h1>This app cannot be connected</h1>
<p>${description}</p>
<p class="quiet">Code: <code>${error}</code></p>
<p>Go back to the app and try again. If it happens again, tell its makers.</p>
</main>`,
  }),
});
