import type { Config } from '../../config.ts';
import { sendMail } from './send-mail.ts';

/**
 * Sends an invitation to its address. False: it has none, no mail is set up here, or the server did
 * not take it, so that whoever invites has to hand the link on.
 */
export async function sendInvitation(
  { mail, baseUrl }: Pick<Config, 'mail' | 'baseUrl'>,
  { email, url }: { email: string | null; url: string },
): Promise<boolean> {
  if (mail === undefined || email === null) return false;
  const subject = 'You are invited to Hexlot';
  const text = textOf(url, baseUrl);
  return sendMail(mail, { to: email, subject, text }).then(
    () => true,
    () => false,
  );
}

function textOf(url: string, baseUrl: string): string {
  return `You are invited to work with an operator of parking lots at ${baseUrl}.

Open this link to join:

${url}

The link is good once, for 24 hours. If you know nothing of it, ignore this mail.
`;
}
