/** How sure an answer about a market is; each kind of answer has its own rule. */
export const CONFIDENCES = ['low', 'medium', 'high'] as const;

export type Confidence = (typeof CONFIDENCES)[number];
