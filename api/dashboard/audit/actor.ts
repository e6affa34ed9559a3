import { type Html, html } from '../../dress/html.ts';
import type { AuditShape } from '../../v1/audit/audit-shape.ts';
import type { Names } from './names.ts';

/** Who did what an audit row is about, as the subject of a sentence. */
export function actorOf({ actor, agent_platform: platform }: AuditShape, names: Names): Html {
  const agent = platform !== null && html` (an agent of <bdi>${platform}</bdi>)`;
  const { type, id } = actor;
  if (id === null) return html`Another operator`;
  switch (type) {
    case 'system':
      return html`The system (${id})`;
    case 'token':
      return html`A connected app${agent}`;
    default:
      return html`${names.of(id)}${agent}`;
  }
}
