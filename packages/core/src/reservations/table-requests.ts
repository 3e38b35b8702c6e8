export const occasions = ['birthday', 'anniversary', 'date', 'business', 'celebration'] as const
export type Occasion = (typeof occasions)[number]

/** They are in characters. */
export const longestNotes = 500
export const longestAllergies = 200
