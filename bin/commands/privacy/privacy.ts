export { addErasures } from './erasures.ts';
export { addPlates } from './plates.ts';
