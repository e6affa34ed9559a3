import { Type } from 'typebox';
import type { LinkState } from '../../src/access/operators/confirm-email.ts';
import { html } from '../dress/html.ts';
import { page, pageHeaders } from '../dress/page.ts';

export const CONFIRM_PATH = '/confirm/{token}';

export const CONFIRM_PARAMS = Type.Object({
  token: Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'The end of the link in the mail, 43 characters',
  }),
});

export const CONFIRM_RESPONSES = {
  200: {
    description: 'The page; it also says when the link is wrong, too old or was used',
    contentType: 'text/html',
    schema: Type.String(),
  },
} as const;

/** Its only form goes to this service. The link stays secret. */
const HEADERS = { ...pageHeaders({ forms: true }), 'Cache-Control': 'no-store' };

const WORDS: Readonly<Record<LinkState, string>> = {
  open: 'Is this your e-mail address? Your parking lots are listed once you confirm it.',
  done: 'The e-mail address is confirmed. Your parking lots are listed within a minute.',
  refused: 'This link lists nothing: who runs this service has to check the account.',
  expired: 'This link is too old. Ask who runs this service to send another one.',
  unknown: 'This link is wrong. Open it again from the mail, all of it.',
};

/** The page of a link in a state. Its form posts to where it was opened. */
export function confirmPage(state: LinkState) {
  const body = page({
    title: 'Hexlot: confirm your e-mail address',
    body: html`<main class="door" id="main" tabindex="-1">
<p><a class="brand" href="/"><img src="/logo.svg" alt="" width="24" height="24">Hexlot</a></p>
<h1>Confirm your e-mail address</h1>
<p>${WORDS[state]}</p>
${
  state === 'open' &&
  html`<form method="post"><button class="primary">Confirm the address</button></form>\n`
}</main>`,
  });
  return { status: 200, headers: HEADERS, body } as const;
}
