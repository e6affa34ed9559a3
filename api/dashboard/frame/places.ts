import type { Scope } from '../../../src/access/principals/scopes.ts';
import type { Visit } from '../dashboard-page.ts';
import { heldScopes } from '../visit/held-scopes.ts';

export type Place = Readonly<{
  name: string;
  /** Below /dashboard. */
  path: string;
  /** Who lacks it is not led there. */
  scope?: Scope;
}>;
type Group = Readonly<{ name: string; places: readonly Place[] }>;

/** Everything that the menu of the dashboard leads to, in its order. */
const GROUPS: readonly Group[] = [
  {
    name: '',
    places: [{ name: 'Home', path: '' }],
  },
  {
    name: 'Parking',
    places: [
      { name: 'Lots', path: '/lots', scope: 'lots:read' },
      { name: 'Stays', path: '/stays', scope: 'sessions:read' },
    ],
  },
  {
    name: 'Money',
    places: [
      { name: 'Payouts', path: '/payouts', scope: 'payouts:read' },
      { name: 'Reconciliation', path: '/reconciliation', scope: 'payouts:read' },
      { name: 'Invoices', path: '/invoices', scope: 'payouts:read' },
      { name: 'Plan', path: '/plan' },
    ],
  },
  {
    name: 'Programs',
    places: [
      { name: 'Keys', path: '/keys', scope: 'keys:write' },
      { name: 'Agents', path: '/agents', scope: 'keys:write' },
      { name: 'Mandates', path: '/mandates', scope: 'keys:write' },
      { name: 'Connected apps', path: '/apps' },
      { name: 'Webhooks', path: '/webhooks', scope: 'webhooks:read' },
      { name: 'Usage', path: '/usage' },
    ],
  },
  {
    name: 'People',
    places: [
      { name: 'Members', path: '/members', scope: 'members:read' },
      { name: 'Audit log', path: '/audit', scope: 'audit:read' },
    ],
  },
  {
    name: 'Server',
    places: [
      { name: 'Overview', path: '/server', scope: 'server:read' },
      { name: 'Operators', path: '/server/operators', scope: 'server:read' },
      { name: 'Pipelines', path: '/server/pipelines', scope: 'server:read' },
      { name: 'Deliveries', path: '/server/deliveries', scope: 'server:read' },
    ],
  },
];

/** The menu of a person, by the rights that they have. */
export function placesFor(visit: Visit): Group[] {
  const scopes = heldScopes(visit);
  return GROUPS.map(({ name, places }) => ({
    name,
    places: places.filter(({ scope }) => scope === undefined || scopes.includes(scope)),
  })).filter(({ places }) => places.length > 0);
}
