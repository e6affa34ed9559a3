import { Type } from 'typebox';

/** A body that is not parsed: its bytes, as they arrived or are to be sent. */
export const RawBytes = Type.Unsafe<Uint8Array>({});
