/** A restaurant's statement counts the dines of its month, and what changed in dines of closed months. */
export const statementDinesParts = ['dines', 'corrections'] as const
export type StatementDinesPart = (typeof statementDinesParts)[number]
