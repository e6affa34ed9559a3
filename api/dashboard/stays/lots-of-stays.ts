import { AppError } from '../../../src/kit/errors.ts';
import { getLotOperation } from '../../v1/lots/get.ts';
import type { Visit } from '../dashboard-page.ts';

/** What pages of stays say of a lot. */
export type LotOfStay = Readonly<{
  name: string;
  /** IANA name. */
  timezone: string;
  /** Of the operator that looks. */
  isOwn: boolean;
}>;

/** Only the operator of a lot gets this field. */
type Found = { lot: { name: string; timezone: string; is_listed?: boolean } };

/** The lots with these ids, without those that cannot be seen any more, such as deleted ones. */
export async function findLotsOf(
  { call }: Pick<Visit, 'call'>,
  ids: readonly string[],
): Promise<Map<string, LotOfStay>> {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      try {
        const { lot } = await call<Found>(getLotOperation, { params: { lot_id: id } });
        const { name, timezone, is_listed: isListed } = lot;
        return [[id, { name, timezone, isOwn: isListed !== undefined }]] as const;
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return [];
        throw error;
      }
    }),
  );
  return new Map(found.flat());
}
