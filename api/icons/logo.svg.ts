import { Type } from 'typebox';
import { defineDocument } from '../document/define-document.ts';

/** A hexagon with a P: the cell of a map, and a place to park in it. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Hexlot">
<path fill="#1d4ed8" d="M32 2 58 17v30L32 62 6 47V17z"/>
<path fill="#fff" d="M24 16h11a11 11 0 0 1 0 22h-4v10h-7zm7 6v10h4a5 5 0 0 0 0-10z"/>
</svg>
`;

export const getLogoOperation = defineDocument({
  operationId: 'getLogo',
  path: '/logo.svg',
  summary: 'The mark of this service',
  description: 'The plugin manifest names it.',
  answer: 'A picture',
  contentType: 'image/svg+xml',
  schema: Type.String(),
  make: () => LOGO,
});
