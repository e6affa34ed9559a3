/** What the operator of the demo city is called whose keys a newcomer gets. */
export const DEMO_OPERATOR_NAME = 'Demo Prairie Parking (synthetic)';
