import { Type } from 'typebox';

export const CheckStatus = Type.Enum(['pass', 'warn', 'fail']);
