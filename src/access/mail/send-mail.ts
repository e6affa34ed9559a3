import { createTransport } from 'nodemailer';
import type { Config } from '../../config.ts';
import { AppError } from '../../kit/errors.ts';

type Mail = { to: string; subject: string; text: string };

/** For the connection, and for each answer of the server. */
const SMTP_MS_MAX = 10_000;

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
/** Hosts that are reached without leaving this machine, and so without TLS. */
const OWN_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Hands a mail to the server of the settings; it leaves this machine over TLS only. Errors:
 * INTERNAL (503) when the server does not take it, without its words, which may contain the
 * address.
 */
export async function sendMail(
  { smtpUrl, from }: NonNullable<Config['mail']>,
  { to, subject, text }: Mail,
): Promise<void> {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? PORTS[protocol] : Number(port),
    secure: protocol === 'smtps:',
    requireTLS: protocol === 'smtp:' && !OWN_HOSTS.includes(hostname),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: SMTP_MS_MAX,
    greetingTimeout: SMTP_MS_MAX,
    socketTimeout: SMTP_MS_MAX,
    // Nothing but the text is sent, so nothing is read from files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const address = { name: '', address: to };
    await transport.sendMail({ envelope: { from, to: [to] }, from, to: address, subject, text });
  } catch (error) {
    throw new AppError('INTERNAL', `the mail could not be sent (${codeOf(error)})`, {
      status: 503,
    });
  } finally {
    transport.close();
  }
}

/** What went wrong, as a code: `ECONNECTION`, or the number that the server answered. */
function codeOf(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return String(responseCode ?? code ?? 'unknown');
}
