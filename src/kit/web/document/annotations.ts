/** On a field or an operation that will go; see Deprecation. */
export const DEPRECATION_MARK = 'x-deprecation';

/** On a list of values in answers: within a major version it may get more of them. */
export const MAY_GROW = 'x-may-grow';

/** Keywords of schemas that tell readers something and check nothing. */
export const ANNOTATIONS = [DEPRECATION_MARK, MAY_GROW];
