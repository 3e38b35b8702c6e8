export const maxSavedSearches = 100
export const longestSearchName = 60
