type Mail = { to: string; subject: string; text: string };

/** Where a person confirms an address. */
export function confirmAddress(to: string, baseUrl: string, token: string): Mail {
  return {
    to,
    subject: 'Confirm your e-mail address',
    text: `Somebody who is signed in at ${baseUrl} wants to use this e-mail address.

If it is you, open this link in the browser in which you are signed in:

${baseUrl}/dashboard/account/email/${token}

The link is good once, for 24 hours. If you did not ask for it, ignore this mail.
`,
  };
}

/** To somebody whose address another person asked for. */
export function hasAccount(to: string, baseUrl: string): Mail {
  return {
    to,
    subject: 'Your Hexlot account',
    text: `Somebody who is signed in at ${baseUrl} asked to use this e-mail address, with which you
sign in. Nothing has changed.

If it was you, with another account: change the address of this one first.
`,
  };
}

/** To the address that is no longer a person's. */
export function addressChanged(to: string, baseUrl: string): Mail {
  return {
    to,
    subject: 'Your e-mail address was changed',
    text: `You no longer sign in at ${baseUrl} with this e-mail address: it was changed by somebody
who was signed in as you.

If it was not you, ask an owner of your operator to remove you, and who runs the service for help.
`,
  };
}
