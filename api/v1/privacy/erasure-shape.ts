import { type Static, Type } from 'typebox';
import { nullable } from '../../../src/kit/web/document/field-types.ts';
import { named } from '../../../src/kit/web/document/named.ts';
import type { Erasure } from '../../../src/parking/privacy/erasure.ts';
import { Instant } from '../../fields/field-types.ts';
import { ErasureId } from '../../fields/ids.ts';

export const ErasureSchema = named('Erasure', {
  id: ErasureId(),
  kind: Type.Enum(['plate', 'email', 'operator'], { description: 'What is erased' }),
  status: Type.Enum(['pending', 'done', 'canceled']),
  created_at: Instant,
  due_at: Instant,
  finished_at: nullable(Instant),
});

/** An erasure as v1 shows it: without the plate or the address. */
export function toErasureShape(erasure: Erasure): Static<typeof ErasureSchema> {
  return {
    id: erasure.erasureId,
    kind: erasure.kind,
    status: erasure.status,
    created_at: erasure.createdAt.toISOString(),
    due_at: erasure.dueAt.toISOString(),
    finished_at: erasure.finishedAt?.toISOString() ?? null,
  };
}
