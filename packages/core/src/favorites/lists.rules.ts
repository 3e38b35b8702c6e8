export const maxLists = 100
/** It counts favorites and the places in all lists of a member. */
export const maxSavedPlaces = 10_000
/** A list's page shows all of them. */
export const maxListPlaces = 500
export const longestListName = 60
