import { html } from '../../dress/html.ts';
import { page } from '../../dress/page.ts';
import type { Envelope } from '../../reply/errors.ts';
import type { Shown } from '../dashboard-page.ts';

/** A page before somebody is signed in: one small thing in the middle. */
export function doorFrame({ title, main, scripts = [], styles = [] }: Shown): string {
  return page({
    title: `${title} · Hexlot`,
    scripts,
    styles,
    body: html`<main class="door" id="main" tabindex="-1">
<a class="brand" href="/"><img src="/logo.svg" alt="" width="24" height="24">Hexlot</a>
<h1>${title}</h1>
${main}
</main>`,
  });
}

const NOT_FOUND = 404;
const OWN_FAULT = 500;

/** What went wrong, in the words of the API, and how it is found again. */
export function errorPage(status: number, { message, request_id: id }: Envelope['error']): string {
  return doorFrame({
    title: titleOf(status),
    main: html`<p>${message.charAt(0).toUpperCase() + message.slice(1)}.</p>
<p class="quiet">Request <code>${id}</code></p>
<p><a href="/dashboard">Go to the dashboard</a></p>`,
  });
}

function titleOf(status: number): string {
  if (status === NOT_FOUND) return 'There is no such page';
  return status >= OWN_FAULT ? 'This did not work' : 'This is not possible';
}
