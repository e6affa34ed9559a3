import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../src/kit/errors.ts';
import type { Form } from './form.ts';

const CSRF_FIELD = 'csrf';

/** What the forms of a person send along: only the pages of that person have it. */
export function csrfOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

/** FORBIDDEN unless a form was made by a page of the person who is signed in. */
export function checkCsrf(form: Form, csrf: string): void {
  const [sent, known] = [Buffer.from(form[CSRF_FIELD] ?? ''), Buffer.from(csrf)];
  if (sent.length !== known.length || !timingSafeEqual(sent, known)) throw fromElsewhere();
}

/**
 * FORBIDDEN for what a page of another site sends, which browsers say in one of two headers. So
 * nobody is signed in, as somebody else, by a page that they visit.
 */
export function checkOrigin({ headers }: IncomingMessage): void {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isElsewhere = origin !== undefined && hostOf(origin) !== host;
  if (isElsewhere || (site !== undefined && site !== 'same-origin')) throw fromElsewhere();
}

/** Undefined for `null`, which pages without an origin send. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function fromElsewhere(): AppError {
  return new AppError(
    'FORBIDDEN',
    'this form is not from the page that you are signed in at: open the page again',
  );
}
