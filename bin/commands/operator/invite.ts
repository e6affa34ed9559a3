import { type Command, Option } from 'commander';
import { sendInvitation } from '../../../src/access/mail/send-invitation.ts';
import { invitationUrl } from '../../../src/access/members/invitations/invitation.ts';
import { invite } from '../../../src/access/members/invitations/invite.ts';
import { systemActor } from '../../../src/access/principals/actor.ts';
import { ROLES, type Role } from '../../../src/access/principals/roles.ts';
import { AppError } from '../../../src/kit/errors.ts';
import { withDatabase } from '../../database.ts';
import { type OutputOptions, print } from '../../output.ts';

type InviteOptions = OutputOptions & { operator: string; email?: string; role: Role };

export function addInvite(operator: Command): void {
  operator
    .command('invite')
    .description('make a link with which somebody joins an operator: good once, for 24 hours')
    .requiredOption('--operator <id>', 'which operator')
    .option('--email <address>', 'whom it is for; sent there where mail is set up')
    .addOption(
      new Option('--role <role>', 'owner: everything; manager: daily work; viewer: reads')
        .choices(ROLES)
        .default('owner' satisfies Role),
    )
    .option('--json', 'one JSON object on stdout')
    .action(async (options: InviteOptions) => {
      const { operator: operatorId, email = null, role } = options;
      await withDatabase('operator', async (db, { config }) => {
        const actor = systemActor('hexlot operator invite');
        const made = await invite(db, { operatorId, email, role }, actor).catch(namingOption);
        const url = invitationUrl(config.baseUrl, made.token);
        const isMailed = await sendInvitation(config, { ...made, url });
        const expires_at = made.expiresAt.toISOString();
        print(options, { invitation: { url, expires_at } }, [
          `Whoever opens this link joins as ${role}, once, until ${expires_at}:`,
          url,
          ...(isMailed ? [`It was sent to ${email}.`] : []),
        ]);
      });
    });
}

/** What was wrong, with the option that said it. */
function namingOption(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const isOperator = error.code === 'NOT_FOUND';
  throw new Error(`--${isOperator ? 'operator ' : ''}${error.message}`, { cause: error });
}
