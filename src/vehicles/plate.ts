const PLATE = /^[A-Z0-9]{2,12}$/;
export const PLATE_RULE = 'must have 2 to 12 letters or digits';

/**
 * A licence plate in the stored form: upper case, no spaces or dashes; undefined for other text.
 */
export function normalisePlate(text: string): string | undefined {
  const plate = text.toUpperCase().replace(/[\s-]/g, '');
  return PLATE.test(plate) ? plate : undefined;
}
