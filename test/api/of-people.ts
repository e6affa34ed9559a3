/** Operations of a person who is signed in: keys have none of it, and are refused (403). */
export const OF_PEOPLE: readonly string[] = ['listSignIns', 'deleteSignIn'];
