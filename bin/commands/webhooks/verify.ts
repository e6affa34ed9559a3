import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Command } from 'commander';
import { explainSignature } from '../../../src/outbound/webhooks/explain-signature.ts';
import { type OutputOptions, print } from '../../output.ts';

type Options = OutputOptions & { signature: string; secret: string };

export function addWebhooksVerify(webhooks: Command): void {
  webhooks
    .command('verify')
    .description('say whether a body is signed with a secret, and otherwise what is likely wrong')
    .argument('<file>', 'the bytes of the body as they came; - for stdin')
    .requiredOption(
      '--signature <value>',
      'the value of the header X-Service-Signature, or of X-Service-Signature-Next',
    )
    .requiredOption('--secret <secret>', 'the secret of the webhook, whsec_…')
    .option('--json', 'one JSON object on stdout')
    .action(async (file: string, options: Options) => {
      const body = file === '-' ? await buffer(process.stdin) : await readFile(file);
      const fault = explainSignature(options.secret, body, options.signature);
      if (fault === undefined) print(options, { is_right: true }, ['the signature is right']);
      else {
        if (options.json) print(options, { is_right: false, reason: fault }, []);
        throw new Error(`the signature is wrong: ${fault}`);
      }
    });
}
