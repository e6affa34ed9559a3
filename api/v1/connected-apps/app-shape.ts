import { type Static, Type } from 'typebox';
import type { ConnectedApp } from '../../../src/access/apps/app.ts';
import { SCOPES } from '../../../src/access/principals/scopes.ts';
import { MAY_GROW } from '../../../src/kit/web/document/annotations.ts';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import { Instant } from '../../fields/field-types.ts';
import { AppId, MemberId } from '../../fields/ids.ts';
import { MandateSchema, presentMandate } from '../../fields/mandate-shape.ts';

export const ConnectedAppSchema = named('ConnectedApp', {
  id: AppId(),
  name: Type.String({ description: 'As the app calls itself' }),
  mode: Type.Enum(['live', 'test'], { description: 'Which of the two modes it sees' }),
  client_id: Type.String({ description: 'An address that describes the app, or an id' }),
  client_uri: nullable(Type.String({ description: 'Its page, as it says itself' })),
  redirect_host: Type.String({ description: 'Where the person was sent back to' }),
  resource: Type.String({ description: 'The only address that its tokens are for' }),
  member_id: MemberId('Who connected it'),
  scopes: Type.Array(Type.Enum([...SCOPES], { [MAY_GROW]: true }), {
    description: 'What was allowed; it may do no more than who connected it',
  }),
  spend_cap_cents: nullable(
    Type.Integer({ description: 'US cents of priced answers in a calendar month (UTC)' }),
  ),
  mandate: nullable(MandateSchema),
  connected_at: Instant,
  last_used_at: nullable(
    Type.String({ format: 'date-time', description: 'Written every few seconds' }),
  ),
  expires_at: nullable(Instant),
  ended_at: nullable(Instant),
});

export type AppShape = Static<typeof ConnectedAppSchema>;

export function toAppShape(app: ConnectedApp): AppShape {
  const { name, resource, scopes, mandate } = app;
  return {
    id: app.appId,
    name,
    mode: app.livemode ? 'live' : 'test',
    client_id: app.clientId,
    client_uri: app.clientUri,
    redirect_host: app.redirectHost,
    resource,
    member_id: app.memberId,
    scopes,
    spend_cap_cents: app.spendCapCents,
    mandate: mandate && presentMandate(mandate),
    connected_at: app.connectedAt.toISOString(),
    last_used_at: app.lastUsedAt?.toISOString() ?? null,
    expires_at: app.expiresAt?.toISOString() ?? null,
    ended_at: app.endedAt?.toISOString() ?? null,
  };
}
