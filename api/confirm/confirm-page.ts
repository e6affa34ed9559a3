import { Type } from 'typebox';
import type { LinkState } from '../../src/access/operators/confirm-email.ts';

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

/** Nothing is loaded, and the only form goes to this service. The link stays secret. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

const WORDS: Readonly<Record<LinkState, string>> = {
  open: 'Is this your e-mail address? Your parking lots are listed once you confirm it.',
  done: 'The e-mail address is confirmed. Your parking lots are listed within a minute.',
  refused: 'This link lists nothing: who runs this service has to check the account.',
  expired: 'This link is too old. Ask who runs this service to send another one.',
  unknown: 'This link is wrong. Open it again from the mail, all of it.',
};

/** The page of a link in a state. Its form posts to where it was opened. */
export function confirmPage(state: LinkState) {
  const form =
    state === 'open' ? '<form method="post"><button>Confirm the address</button></form>\n' : '';
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Hexlot: confirm your e-mail address</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
</head>
<body>
<h1>Hexlot</h1>
<p>${WORDS[state]}</p>
${form}</body>
</html>
`;
  return { status: 200, headers: HEADERS, body } as const;
}
