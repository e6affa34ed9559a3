import type { Config } from '../../config.ts';
import { badField, conflict, notFound } from '../../kit/errors.ts';
import type { Postgres } from '../../stores/postgres.ts';
import { newToken, tokenDigest } from '../link-token.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { OperatorRecord } from './operator.ts';

/** To one operator, so that nobody is sent heaps of mail. */
const MAILS_PER_DAY_MAX = 5;

type Row = Pick<OperatorRecord, 'email' | 'checkedAt' | 'checkedBy'> & { isAdded: boolean };

/**
 * Sends an operator the link that confirms its e-mail address, good for a day. Errors: NOT_FOUND;
 * BAD_REQUEST naming `email` where it has none; CONFLICT `checked`, `refused` or `too_many_mails`;
 * INTERNAL (503) when the mail cannot be sent.
 */
export async function sendConfirmation(
  db: Postgres,
  { mail, baseUrl }: { mail: NonNullable<Config['mail']>; baseUrl: string },
  operatorId: string,
): Promise<void> {
  const token = newToken();
  const tokenSha256 = tokenDigest(token);
  const [row] = await db.transaction(async (connection) => {
    await connection.query('operator_confirmations_wait', { operatorId });
    const values = { operatorId, tokenSha256, sentMax: MAILS_PER_DAY_MAX };
    return connection.query<Row>('operator_confirmations_add', values);
  });
  if (row === undefined) throw notFound('operator');
  if (row.email === null) throw badField('email', 'is needed: hexlot operator update --email');
  if (row.checkedAt !== null) throw conflict('checked', 'the operator is checked already');
  if (row.checkedBy !== null)
    throw conflict('refused', 'the operator was refused by hand: hexlot operator check lists it');
  if (!row.isAdded)
    throw conflict('too_many_mails', `at most ${MAILS_PER_DAY_MAX} mails are sent in a day`);
  await sendMail(mail, {
    to: row.email,
    subject: 'Confirm your e-mail address for Hexlot',
    text: textOf(`${baseUrl}/confirm/${token}`, baseUrl),
  });
}

function textOf(link: string, baseUrl: string): string {
  return `An account at ${baseUrl} was made with this e-mail address.

Open this link and press the button to confirm the address. Your parking lots are listed then:

${link}

The link is good for 24 hours. If you know nothing of the account, ignore this mail.
`;
}
