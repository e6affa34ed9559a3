import { type TSchema, Type } from 'typebox';

export const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);

export const Instant = Type.String({ format: 'date-time' });

/** Money in an answer of v1. */
export const Amount = Type.Number({ minimum: 0, description: 'currency units' });
